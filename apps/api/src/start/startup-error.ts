/** The server cannot start, for a reason that the operator can fix. The message is one line and is printed without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
