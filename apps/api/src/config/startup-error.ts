/** The server cannot start for a reason that the person who starts it can mend; the message says it in one line. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}
