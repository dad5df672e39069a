import { type AgentName, type Environment, senderOf } from '@workbench/agents/events'
import { isObject } from '@workbench/contracts'
import { tryParse } from '@workbench/contracts/internal'
import type { Writer } from '@workbench/workspace'

import { firstMember, type Members } from './tool-input.ts'

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

/**
 * By the letters of the name in lower case: agents spell `PostToolUse` also as `postToolUse` and `post_tool_use`. All others are
 * unknown.
 */
const KINDS: readonly (readonly [name: RegExp, kind: AgentEvent['kind']])[] = [
  [/^(session|subagent)start$|^(task|agent)(start|resume)$/, 'start'],
  [/^(pretooluse|beforetool|toolcall)$/, 'before'],
  [/^(posttooluse(failure)?|aftertool|toolresult)$/, 'after'],
  [/^(subagent)?stop$|^afteragent$|^agentend$|^taskcomplete$/, 'stop'],
  [/^(pre|before)|prompt/, 'harmless'],
]

/** Parses an event; undefined if the text is not one. Unknown members are ignored. */
export function parseEvent(text: string, env: Environment): AgentEvent | undefined {
  const envelope: unknown = tryParse(text)
  if (!isObject(envelope)) return undefined
  const name = firstMember(envelope, 'hook_event_name', 'hookEventName', 'hookName')
  // Some agents put the members about the tool in an object of their own.
  const details = firstMember(envelope, 'preToolUse', 'postToolUse')
  const event: Members = { ...envelope, ...(isObject(details) && details) }
  const tool = firstMember(event, 'tool_name', 'toolName')
  const input = firstMember(event, 'tool_input', 'toolInput', 'toolArgs', 'parameters')
  const response = firstMember(event, 'tool_response', 'toolResponse', 'tool_result', 'toolResult')
  const letters = typeof name === 'string' ? lettersOf(event, name) : inferName(event, tool, response)
  const kindOf = (text: string) => KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
  const kind = letters === undefined ? undefined : kindOf(letters)
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
      isOfSubagent: letters?.startsWith('subagent') === true,
      isStaged: memberOf(response, 'staged') === true,
      isStopHookActive: firstMember(event, 'stop_hook_active', 'stopHookActive') === true,
    }
  )
}

/** Cline names only the folders of the window, the first of which is where its tools run. */
const currentFolderOf = ({ cwd, workspaceRoots: roots }: Members): unknown =>
  cwd === undefined && Array.isArray(roots) ? roots[0] : cwd

const SESSION_IDS = ['session_id', 'sessionId', 'taskId']
const CALL_IDS = ['tool_use_id', 'toolUseId', 'tool_call_id', 'toolCallId', 'call_id', 'callId', 'callID']

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

/** Whether it is an event of a subagent of Copilot CLI other than its start and its end. */
const hasOwnSession = ({ session_id: session, agent_id: agent, parent_agent_id: parent }: Members): boolean =>
  typeof parent === 'string' && session === agent

/** Only a subagent has an id, or an id of its parent. */
function writerOf(event: Members): Writer {
  const parent = event['parent_agent_id']
  const own = hasOwnSession(event) ? parent : firstMember(event, ...SESSION_IDS)
  // In Cline and Copilot CLI, a subagent has a session of its own.
  const session = memberOf(event['sessionContext'], 'rootSessionId') ?? own
  const subagent = parent === null ? undefined : firstMember(event, 'agent_id', 'agentId')
  const type = firstMember(event, 'agent_type', 'agentType', 'agent_name', 'agentName')
  return {
    session: typeof session === 'string' ? session : '',
    ...(typeof subagent === 'string' && subagent !== '' && { subagent }),
    ...(typeof subagent === 'string' && typeof type === 'string' && type !== '' && { type }),
  }
}

/** Copilot CLI sends also a Stop of a subagent's own session, before SubagentStop, and ignores the answer. */
const lettersOf = (event: Members, name: string): string =>
  (name === 'Stop' && hasOwnSession(event) ? 'before' : '') + name.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Copilot sends no event name; the event has a tool result only after the tool ran, and no tool when a subagent starts. */
function inferName({ agentName }: Members, tool: unknown, response: unknown): string | undefined {
  if (typeof tool === 'string') return response === undefined ? 'pretooluse' : 'posttooluse'
  return typeof agentName === 'string' ? 'subagentstart' : undefined
}
