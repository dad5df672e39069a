/** What the hook may know of the world. */
export interface HookContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The agent's current directory. */
  readonly cwd: string
}

/** How the hook ends: 0 in silence, 1 with words for the person who watches, 2 with words for the agent. */
export interface HookResponse {
  readonly status: 0 | 1 | 2
  readonly message: string
}

export const emptyResponse: HookResponse = { status: 0, message: '' }
