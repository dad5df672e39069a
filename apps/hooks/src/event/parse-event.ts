/** What an agent did, in one shape for the dialects of all agents. */
export interface AgentEvent {
  /** Whether a tool is about to run, has run, or the agent is about to stop. */
  readonly kind: 'before' | 'after' | 'stop' | 'other'
  /** Name of the tool; that of an MCP tool without its server. */
  readonly tool: string
  /** Arguments of the tool. */
  readonly input: unknown
  /** The agent's current directory. */
  readonly cwd: string | undefined
  /** Whether the tool has put its change aside, and not on disk. */
  readonly isStaged: boolean
  /** Whether the agent goes on only because a hook would not let it stop. */
  readonly isStopHookActive: boolean
}

/** Names of events: Claude Code, Codex and VS Code share theirs, Gemini CLI has others. */
const KINDS: ReadonlyMap<string, AgentEvent['kind']> = new Map([
  ['pretooluse', 'before'],
  ['beforetool', 'before'],
  ['posttooluse', 'after'],
  ['aftertool', 'after'],
  ['stop', 'stop'],
  ['subagentstop', 'stop'],
  ['afteragent', 'stop'],
])

/** Reads an event; undefined where the text is none. Members that are not known are passed over. */
export function parseEvent(text: string): AgentEvent | undefined {
  const event = parseJson(text)
  if (!isRecord(event)) return undefined
  const name = firstMember(event, 'hook_event_name', 'hookEventName', 'event')
  const tool = firstMember(event, 'tool_name', 'toolName')
  const input = firstMember(event, 'tool_input', 'toolInput', 'toolArgs')
  const response = firstMember(event, 'tool_response', 'toolResponse', 'tool_result', 'toolResult')
  const kind =
    typeof name === 'string' ? (KINDS.get(name.toLowerCase()) ?? 'other') : inferKind(tool, response)
  const cwd = event['cwd']
  return (
    kind && {
      kind,
      tool: typeof tool === 'string' ? (tool.split('__').at(-1) ?? '') : '',
      // Some agents send the arguments as JSON within JSON.
      input: typeof input === 'string' ? (parseJson(input) ?? input) : input,
      cwd: typeof cwd === 'string' && cwd !== '' ? cwd : undefined,
      isStaged: isRecord(response) && response['staged'] === true,
      isStopHookActive: firstMember(event, 'stop_hook_active', 'stopHookActive') === true,
    }
  )
}

/** Copilot does not name its events: what has a result has happened. */
function inferKind(tool: unknown, response: unknown): AgentEvent['kind'] | undefined {
  if (typeof tool !== 'string') return undefined
  return response === undefined ? 'before' : 'after'
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const firstMember = (event: Readonly<Record<string, unknown>>, ...names: readonly string[]): unknown =>
  names.map((name) => event[name]).find((value) => value !== undefined)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
