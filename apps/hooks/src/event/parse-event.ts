import { isObject, tryParse } from '@workbench/contracts'

/** An event of any agent, normalized. */
export interface AgentEvent {
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
  /** Whether the tool staged its change and has not written it to disk. */
  readonly isStaged: boolean
  /** Whether the agent continues only because a stop hook blocked its previous stop. */
  readonly isStopHookActive: boolean
  /**
   * Whether the agent would replace the result of the tool by the message of a hook that exits with 2. It appends
   * `additionalContext` of standard output to the result.
   */
  readonly replacesResult: boolean
}

/** By lower-case event name. Claude Code, Codex and VS Code use the same names, Gemini CLI has its own. */
const KINDS: ReadonlyMap<string, AgentEvent['kind']> = new Map([
  ['sessionstart', 'start'],
  ['pretooluse', 'before'],
  ['beforetool', 'before'],
  ['posttooluse', 'after'],
  ['posttoolusefailure', 'after'],
  ['aftertool', 'after'],
  ['stop', 'stop'],
  ['subagentstop', 'stop'],
  ['afteragent', 'stop'],
])

/** Parses an event; undefined if the text is not one. Unknown members are ignored. */
export function parseEvent(text: string): AgentEvent | undefined {
  const event: unknown = tryParse(text)
  if (!isObject(event)) return undefined
  const name = firstMember(event, 'hook_event_name', 'hookEventName', 'event')
  const tool = firstMember(event, 'tool_name', 'toolName')
  const input = firstMember(event, 'tool_input', 'toolInput', 'toolArgs')
  const response = firstMember(event, 'tool_response', 'toolResponse', 'tool_result', 'toolResult')
  const kind =
    typeof name === 'string' ? (KINDS.get(name.toLowerCase()) ?? 'other') : inferKind(tool, response)
  const cwd = event['cwd']
  const duration = firstMember(event, 'duration_ms', 'durationMs')
  return (
    kind && {
      kind,
      name: typeof name === 'string' ? name : undefined,
      tool: typeof tool === 'string' ? tool : '',
      // Some agents send the arguments as a JSON string.
      input: typeof input === 'string' ? (tryParse(input) ?? input) : input,
      cwd: typeof cwd === 'string' && cwd !== '' && !cwd.includes('\0') ? cwd : undefined,
      duration: typeof duration === 'number' && duration >= 0 ? duration : undefined,
      isStaged: isObject(response) && response['staged'] === true,
      isStopHookActive: firstMember(event, 'stop_hook_active', 'stopHookActive') === true,
      replacesResult: replacesResult(name, event),
    }
  )
}

/** Gemini CLI, whose name of the event this is, and Codex, which adds the id of the turn. */
const replacesResult = (name: unknown, event: Readonly<Record<string, unknown>>): boolean =>
  name === 'AfterTool' || (name === 'PostToolUse' && typeof event['turn_id'] === 'string')

/** Copilot sends no event name; the event has a tool result only after the tool ran. */
function inferKind(tool: unknown, response: unknown): AgentEvent['kind'] | undefined {
  if (typeof tool !== 'string') return undefined
  return response === undefined ? 'before' : 'after'
}

const firstMember = (event: Readonly<Record<string, unknown>>, ...names: readonly string[]): unknown =>
  names.map((name) => event[name]).find((value) => value !== undefined)
