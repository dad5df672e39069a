/** The result of one check. */
export interface Check {
  /** What was checked. */
  readonly name: string
  readonly status: 'ok' | 'failed' | 'not run' | 'not set up'
  readonly message: string
  /** A command, or what to do. */
  readonly fix?: string
}

/** Whether a program that was run works. */
export type Outcome = Pick<Check, 'status' | 'message'>
