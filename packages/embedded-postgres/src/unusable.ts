/** The server cannot be started, for a reason that the operator can fix. The message is one line. */
export class PostgresUnusable extends Error {
  override name = 'PostgresUnusable'
}
