export type Environment = Readonly<Record<string, string | undefined>>

/** An event as an agent sends it. */
export type EventMembers = Readonly<Record<string, unknown>>

/**
 * How a rejection reaches the model: by exit status 2 with the message on standard error, or by exit status 0 with this
 * object on standard output.
 */
export type Rejection = 'status 2' | ((message: string, event: string) => object)

/** How an agent speaks with its hooks. */
export interface HookAnswers {
  /** Whether an event comes from this agent. */
  readonly sends: (event: EventMembers, env: Environment) => boolean
  /** At each moment at which the hook can reject something. */
  readonly rejection: Readonly<Record<'before' | 'after' | 'stop', Rejection>>
  /** Adds a text to the context of the model without a rejection. */
  readonly context: (text: string, event: string) => object
  /** Whether it reads the answer when a session starts. Otherwise, the facts are added before the first tool. */
  readonly readsStart?: boolean
}

/** In the form of Claude Code, which most agents share. */
export const nestedContext = (additionalContext: string, hookEventName: string): object => ({
  hookSpecificOutput: { hookEventName, additionalContext },
})

/** For agents that let a tool run after exit status 2. */
export const nestedDenial = (permissionDecisionReason: string, hookEventName: string): object => ({
  hookSpecificOutput: { hookEventName, permissionDecision: 'deny', permissionDecisionReason },
})

export const blockDecision = (reason: string): object => ({ decision: 'block', reason })

/** Agents that send exit status 2 to their model at each moment. */
export const BY_STATUS: HookAnswers['rejection'] = { before: 'status 2', after: 'status 2', stop: 'status 2' }

/** Agents that replace the result of a tool by the message of status 2. */
export const BY_STATUS_AND_CONTEXT: HookAnswers['rejection'] = { ...BY_STATUS, after: nestedContext }
