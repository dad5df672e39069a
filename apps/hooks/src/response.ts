/** What the hook reads from its environment. */
export interface HookContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The agent's current directory. */
  readonly cwd: string
}

/**
 * How the hook ends. Exit status 0 is silent; 1 shows the message to the user and does not block; 2 blocks and sends the
 * message to the agent.
 */
export interface HookResponse {
  readonly status: 0 | 1 | 2
  readonly message: string
}

export const emptyResponse: HookResponse = { status: 0, message: '' }
