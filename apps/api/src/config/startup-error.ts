/** The server cannot start for a reason that the person who starts it can mend; the message says it in one line. */
export class StartupError extends Error {
  override name = 'StartupError'
}
