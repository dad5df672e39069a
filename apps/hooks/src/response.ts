/** What the hook reads from its environment. */
export interface HookContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The agent's current directory. */
  readonly cwd: string
  /** When the hook must have answered, in milliseconds since 1970. What is not validated by then is rejected. */
  readonly deadline: number
  /**
   * The file of the validator, and the version of Node.js: a cached verdict of other ones is not used. Without it, no
   * verdict is cached.
   */
  readonly validator?: { readonly file: string; readonly engine: string }
  /**
   * Handles the same event in another process, whose time and memory are limited; absent in that process.
   * @param subject what cannot be validated if that process fails, for the message
   */
  readonly isolate?: (subject: string) => HookResponse
}

/**
 * The time for one event in milliseconds: reading it, and validating all its files. Agents end the hook after 30 seconds,
 * and then continue as if the files were valid.
 */
export const EVENT_TIMEOUT_MS = 10_000

/** Events and files that are larger in total, in bytes, are handled in an isolated process. */
export const MAX_BYTES_IN_PROCESS = 2 ** 20

/**
 * How the hook ends. Exit status 0 is silent; 1 shows the message to the user and does not block; 2 blocks and sends the
 * message to the agent.
 */
export interface HookResponse {
  readonly status: 0 | 1 | 2
  readonly message: string
  /** With status 0: the JSON text for standard output, for the agent. The message is then not printed. */
  readonly output?: string
}

export const emptyResponse: HookResponse = { status: 0, message: '' }

/** @param problem why something could not be validated, as a sentence without a period */
export const rejection = (problem: string): HookResponse => ({ status: 2, message: `workbench: ${problem}` })

/** The same message to the agent, appended to the result of the tool and not instead of it. */
export const asContext = (response: HookResponse, hookEventName: string): HookResponse =>
  response.status === 2
    ? { ...response, status: 0, output: contextOutput(hookEventName, response.message) }
    : response

/** Adds advice, which does not block, to the context of the agent. */
export const adviceResponse = (message: string, hookEventName: string): HookResponse =>
  message === '' ? emptyResponse : { ...emptyResponse, output: contextOutput(hookEventName, message) }

/** Adds a text to the context of the agent when its session starts. */
export const startContext = (text: string): HookResponse => ({
  ...emptyResponse,
  output: contextOutput('SessionStart', text),
})

/**
 * Shows to the user why the agent starts without the facts of the memory. Never blocks.
 * @param reason without a period
 */
export const startWarning = (reason: string): HookResponse => ({
  ...emptyResponse,
  output: JSON.stringify({ systemMessage: `workbench: the facts of the memory were not read: ${reason}` }),
})

/** In the form that Claude Code, Codex, Gemini CLI and VS Code share. */
const contextOutput = (hookEventName: string, additionalContext: string): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } })
