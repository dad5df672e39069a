/** How the command ends: 0 all is well, 1 an artifact has violations, 2 it could not run. */
export type ExitStatus = 0 | 1 | 2

/** An expected ending that leaves the command unable to run: its message is for the person who called it. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun'
}
