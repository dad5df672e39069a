import { type AgentName, type Environment, senderOf } from '@workbench/agents/events'
import { isObject } from '@workbench/contracts'
import { tryParse } from '@workbench/contracts/internal'
import type { Writer } from '@workbench/workspace'

import { detailsOf, firstMember, inputOf, type Members } from './tool-input.ts'

/** An event of any agent, normalized. */
export interface AgentEvent {
  readonly agent: AgentName
  /**
   * `start` of a session; `before` and `after` a tool runs; `stop` when the agent is about to stop; `harmless` if nothing
   * was written; `other` if the name is unknown.
   */
  readonly kind: 'start' | 'before' | 'after' | 'stop' | 'harmless' | 'other'
  /** The agent's name of the event; undefined if it names none. */
  readonly name: string | undefined
  /** Name of the tool, for an MCP tool with the name of its server; empty if the event names none. */
  readonly tool: string
  /** Arguments of the tool. */
  readonly input: unknown
  /** The agent's current directory. */
  readonly cwd: string | undefined
  /** The agent that the event is about. */
  readonly writer: Writer
  /** Id of the call of the tool, the same before and after it; undefined if the agent names none. */
  readonly callId: string | undefined
  /** Whether it is a subagent that starts or is about to stop, by the name of the event. */
  readonly isOfSubagent: boolean
  /** Whether the tool staged its change and has not written it to disk. */
  readonly isStaged: boolean
  /** Whether the agent continues only because a stop hook blocked its previous stop. */
  readonly isStopHookActive: boolean
}

/** By the letters of the name in lower case: agents spell `PostToolUse` also as `postToolUse` and `post_tool_use`. */
const KINDS: readonly (readonly [name: RegExp, kind: AgentEvent['kind']])[] = [
  [/^(session|subagent)start$|^(task|agent)(start|resume)$/, 'start'],
  [/^toolcall$/, 'before'],
  [/^toolresult$/, 'after'],
  [/^(subagent)?stop$|^afteragent$|^agentend$|^taskcomplete$/, 'stop'],
]

/** Parses an event; undefined if the text is not one. Unknown members are ignored. */
export function parseEvent(text: string, env: Environment): AgentEvent | undefined {
  const envelope: unknown = tryParse(text)
  if (!isObject(envelope)) return undefined
  const name = firstMember(envelope, 'hook_event_name', 'hookEventName', 'hookName')
  const event = { ...envelope, ...detailsOf(envelope) }
  const tool = firstMember(event, 'tool_name', 'toolName')
  const input = inputOf(envelope)
  const response = firstMember(event, 'tool_response', 'toolResponse', 'tool_result', 'toolResult')
  const words = typeof name === 'string' ? wordsOf(name) : undefined
  const kind = words ? kindOf(words, event) : inferKind(tool, response)
  const cwd = currentFolderOf(event)
  const callId =
    firstMember(event, ...CALL_IDS) ?? memberOf(event['tool_call'], 'id') ?? memberOf(response, 'id')
  return (
    kind && {
      agent: senderOf(envelope, env),
      kind,
      name: typeof name === 'string' ? name : undefined,
      tool: typeof tool === 'string' ? tool : '',
      // Some agents send the arguments as a JSON string.
      input: typeof input === 'string' ? (tryParse(input) ?? input) : input,
      cwd: typeof cwd === 'string' && cwd !== '' && !cwd.includes('\0') ? cwd : undefined,
      writer: writerOf(event),
      callId: typeof callId === 'string' ? callId : undefined,
      isOfSubagent: words?.[0] === 'subagent',
      isStaged: memberOf(response, 'staged') === true,
      isStopHookActive: firstMember(event, 'stop_hook_active', 'stopHookActive') === true,
    }
  )
}

/** Members of which an event before or after a tool has one. */
const TOOL_MEMBERS = ['tool_name', 'toolName', 'file_path', 'command']

/** The words in the name of an event, in lower case. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')

/** Words in the names of events at which nothing was written. */
const HARMLESS = ['read', 'selection', 'prompt']

/** An event with an unknown name that is about a tool counts as one before or after it, unless the tool reads. */
function kindOf(words: readonly string[], event: Members): AgentEvent['kind'] {
  const key = words.join('')
  const known = KINDS.find(([name]) => name.test(key))
  if (known) return known[1]
  if (HARMLESS.some((word) => words.includes(word))) return 'harmless'
  const isTool = key.includes('tool') || TOOL_MEMBERS.some((name) => event[name] !== undefined)
  if (/^(pre|before)/.test(key)) return isTool ? 'before' : 'harmless'
  return isTool && /^(post|after)/.test(key) ? 'after' : 'other'
}

/** Cline names only the folders of the window, the first of which is where its tools run. */
const currentFolderOf = ({ cwd, workspaceRoots: roots }: Members): unknown =>
  cwd === undefined && Array.isArray(roots) ? roots[0] : cwd

const SESSION_IDS = ['session_id', 'sessionId', 'taskId']
const CALL_IDS = ['tool_use_id', 'toolUseId', 'tool_call_id', 'toolCallId', 'call_id', 'callId', 'callID']

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

/** Only a subagent has an id, or an id of its parent. */
function writerOf(event: Members): Writer {
  // Cline gives each subagent a task of its own.
  const session = memberOf(event['sessionContext'], 'rootSessionId') ?? firstMember(event, ...SESSION_IDS)
  const subagent = event['parent_agent_id'] === null ? undefined : firstMember(event, 'agent_id', 'agentId')
  const type = firstMember(event, 'agent_type', 'agentType', 'agent_name', 'agentName')
  return {
    session: typeof session === 'string' ? session : '',
    ...(typeof subagent === 'string' && subagent !== '' && { subagent }),
    ...(typeof subagent === 'string' && typeof type === 'string' && type !== '' && { type }),
  }
}

/** Copilot sends no event name; the event has a tool result only after the tool ran. */
function inferKind(tool: unknown, response: unknown): AgentEvent['kind'] | undefined {
  if (typeof tool !== 'string') return undefined
  return response === undefined ? 'before' : 'after'
}
