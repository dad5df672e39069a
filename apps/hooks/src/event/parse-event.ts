import { type AgentName, type Environment, senderOf } from '@workbench/agents'
import { isObject, tryParse } from '@workbench/contracts'

import { firstMember } from './members.ts'
import { inputOf } from './tool-input.ts'

/** An event of any agent, normalized. */
export interface AgentEvent {
  readonly agent: AgentName
  /** `start` of a session; `before` and `after` a tool runs; `stop` when the agent is about to stop. */
  readonly kind: 'start' | 'before' | 'after' | 'stop' | 'other'
  /** The agent's name of the event; undefined if it names none. */
  readonly name: string | undefined
  /** Name of the tool, for an MCP tool with the name of its server; empty if the event names none. */
  readonly tool: string
  /** Arguments of the tool. */
  readonly input: unknown
  /** The agent's current directory. */
  readonly cwd: string | undefined
  /** How long the tool ran, in milliseconds, if the agent says so. */
  readonly duration: number | undefined
  /** The names of the subagent that the event is about: its id and its type; undefined for the main agent. */
  readonly subagent: readonly string[] | undefined
  /** Whether it is a subagent that is about to stop. */
  readonly isSubagentStop: boolean
  /** Whether the tool staged its change and has not written it to disk. */
  readonly isStaged: boolean
  /** Whether the agent continues only because a stop hook blocked its previous stop. */
  readonly isStopHookActive: boolean
}

/** By the letters of the name in lower case: agents spell `PostToolUse` also as `postToolUse` and `post_tool_use`. */
const KINDS: ReadonlyMap<string, AgentEvent['kind']> = new Map([
  ['sessionstart', 'start'],
  ['stop', 'stop'],
  ['subagentstop', 'stop'],
  ['afteragent', 'stop'],
])

/** Parses an event; undefined if the text is not one. Unknown members are ignored. */
export function parseEvent(text: string, env: Environment): AgentEvent | undefined {
  const event: unknown = tryParse(text)
  if (!isObject(event)) return undefined
  const name = firstMember(event, 'hook_event_name', 'hookEventName', 'event')
  const tool = firstMember(event, 'tool_name', 'toolName')
  const input = inputOf(event)
  const response = firstMember(event, 'tool_response', 'toolResponse', 'tool_result', 'toolResult')
  const key = typeof name === 'string' ? name.toLowerCase().replaceAll(/[^a-z]/g, '') : undefined
  const kind = key === undefined ? inferKind(tool, response) : kindOf(key, event)
  const cwd = event['cwd']
  const duration = firstMember(event, 'duration_ms', 'durationMs')
  return (
    kind && {
      agent: senderOf(event, env).name,
      kind,
      name: typeof name === 'string' ? name : undefined,
      tool: typeof tool === 'string' ? tool : '',
      // Some agents send the arguments as a JSON string.
      input: typeof input === 'string' ? (tryParse(input) ?? input) : input,
      cwd: typeof cwd === 'string' && cwd !== '' && !cwd.includes('\0') ? cwd : undefined,
      duration: typeof duration === 'number' && duration >= 0 ? duration : undefined,
      subagent: subagentOf(event),
      isSubagentStop: key === 'subagentstop',
      isStaged: isObject(response) && response['staged'] === true,
      isStopHookActive: firstMember(event, 'stop_hook_active', 'stopHookActive') === true,
    }
  )
}

/** Members of which an event before or after a tool has one. */
const TOOL_MEMBERS = ['tool_name', 'toolName', 'tool_calls', 'toolCalls', 'file_path', 'command'] as const

/** An event with an unknown name that is about a tool counts as one before or after it, unless the tool reads. */
function kindOf(key: string, event: Readonly<Record<string, unknown>>): AgentEvent['kind'] {
  const known = KINDS.get(key)
  if (known !== undefined) return known
  const isTool = key.includes('tool') || TOOL_MEMBERS.some((name) => event[name] !== undefined)
  if (!isTool || /read|selection/.test(key)) return 'other'
  if (/^(post|after)/.test(key)) return 'after'
  return /^(pre|before)/.test(key) ? 'before' : 'other'
}

/** Only a subagent has an id. */
function subagentOf(event: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  const id = firstMember(event, 'agent_id', 'agentId')
  const type = firstMember(event, 'agent_type', 'agentType', 'agent_name', 'agentName')
  const names = [id, type].filter((name) => typeof name === 'string' && name !== '') as string[]
  return id === undefined || names.length === 0 ? undefined : names
}

/** Copilot sends no event name; the event has a tool result only after the tool ran. */
function inferKind(tool: unknown, response: unknown): AgentEvent['kind'] | undefined {
  if (typeof tool !== 'string') return undefined
  return response === undefined ? 'before' : 'after'
}
