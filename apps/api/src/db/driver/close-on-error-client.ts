import pg from 'pg'

import { isConnectionUnusable } from '../errors/classify-error.ts'

type Callback = (error: Error | undefined, result: pg.QueryResult) => void
type QueryFunction = (...args: unknown[]) => Promise<pg.QueryResult>

/** A statement with values. The driver's own class makes a slow copy of what it is given together with a name. */
class NamedQuery extends pg.Query {
  readonly name: string | undefined

  constructor(text: string, values: unknown[], name: string | undefined, callback: Callback) {
    super(text, values, callback)
    this.name = name
  }
}

/**
 * A client that ends its connection when that is of no more use. The pool would give it to the next statement,
 * which would wait behind the one that was given up, or be refused as well.
 */
export class CloseOnErrorClient extends pg.Client {
  // The overloads of `query` are for its callers; this one passes on whatever is not text with values.
  override query(...args: unknown[]): never {
    const [text, values, callback] = args
    const query = super.query.bind(this) as QueryFunction
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined) {
      const result: unknown = query(...args)
      if (result instanceof Promise) result.catch((error: unknown) => void this.#closeIfUnusable(error))
      return result as never
    }
    return new Promise((resolve, reject) => {
      const settle: Callback = (error, result) => {
        // The driver gives null where its types say that it gives nothing.
        if (error) reject(this.#closeIfUnusable(error))
        else resolve(result)
      }
      void query(new NamedQuery(text, values, this.statementName(text, values), settle))
    }) as never
  }

  /** What the server shall remember a statement by; undefined when it shall not remember it. */
  protected statementName(_text: string, _values: unknown[]): string | undefined {
    return undefined
  }

  #closeIfUnusable<E>(error: E): E {
    if (isConnectionUnusable(error)) void this.end()
    return error
  }
}
