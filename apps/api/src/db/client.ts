import pg from 'pg'

import { isOver } from './failure.ts'

type Callback = (error: Error | undefined, result: pg.QueryResult) => void
type Ask = (...args: unknown[]) => Promise<pg.QueryResult>

/** A statement with values. The driver's own class makes a slow copy of what it is given together with a name. */
class Statement extends pg.Query {
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
export class ImpatientClient extends pg.Client {
  // The overloads of `query` are for its callers; this one passes on whatever is not text with values.
  override query(...args: unknown[]): never {
    const [text, values, callback] = args
    const query = super.query.bind(this) as Ask
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined) {
      const result: unknown = query(...args)
      if (result instanceof Promise) result.catch((error: unknown) => void this.#judge(error))
      return result as never
    }
    return new Promise((resolve, reject) => {
      const settle: Callback = (error, result) => {
        // The driver gives null where its types say that it gives nothing.
        if (error) reject(this.#judge(error))
        else resolve(result)
      }
      void query(new Statement(text, values, this.nameOf(text, values), settle))
    }) as never
  }

  /** What the server shall remember a statement by; undefined when it shall not remember it. */
  protected nameOf(_text: string, _values: unknown[]): string | undefined {
    return undefined
  }

  #judge<E>(error: E): E {
    if (isOver(error)) void this.end()
    return error
  }
}
