import pg from 'pg'

import { isOver } from './failure.ts'

/**
 * A client that ends its connection when that is of no more use. The pool would give it to the next statement,
 * which would wait behind the one that was given up, or be refused as well.
 */
export class ImpatientClient extends pg.Client {
  // The overloads of `query` are for its callers; this one only looks at what comes of it.
  override query(...args: unknown[]): never {
    const result: unknown = (super.query.bind(this) as (...args: unknown[]) => unknown)(...args)
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (isOver(error)) void this.end()
      })
    }
    return result as never
  }
}
