import pg from 'pg'

/** What the driver says when the server does not answer in time. */
const NO_ANSWER = 'Query read timeout'

/**
 * A client that ends its connection when the server does not answer on it. The pool would give it to the next
 * statement, which would wait behind the one that was given up.
 */
export class ImpatientClient extends pg.Client {
  // The overloads of `query` are for its callers; this one only looks at what comes of it.
  override query(...args: unknown[]): never {
    const result: unknown = (super.query.bind(this) as (...args: unknown[]) => unknown)(...args)
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (error instanceof Error && error.message === NO_ANSWER) void this.end()
      })
    }
    return result as never
  }
}
