/** 0: success; 1: an artifact has violations; 2: the command could not run; 3: the plan of a board is not complete. */
export type ExitStatus = 0 | 1 | 2 | 3

/** A user error that prevents the command from running. Its message is printed without a stack trace; exit status 2. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun'
  /** More lines for the message. */
  readonly details: readonly string[]

  constructor(message: string, details: readonly string[] = []) {
    super(message)
    this.details = details
  }
}
