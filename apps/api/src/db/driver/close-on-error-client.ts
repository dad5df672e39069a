import type pg from 'pg'

import { isConnectionUnusable } from '../errors/classify-error.ts'

import { PreparedQuery } from './prepared-query.ts'
import { SessionClient } from './session-client.ts'

type QueryFunction = (...args: unknown[]) => Promise<pg.QueryResult>

/**
 * A client that closes its connection after an error that makes it unusable, such as a query timeout. Otherwise the
 * pool would use the connection for the next query, which would wait behind the unanswered one.
 */
export class CloseOnErrorClient extends SessionClient {
  // Kysely calls query(text, values); calls in any other form are passed on unchanged.
  override query(...args: unknown[]): never {
    const [text, values, callback] = args
    const query = super.query.bind(this) as QueryFunction
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined) {
      const result: unknown = query(...args)
      if (result instanceof Promise) result.catch((error: unknown) => void this.#closeIfUnusable(error))
      return result as never
    }
    return new Promise((resolve, reject) => {
      const settle = (error: Error | undefined, result: pg.QueryResult): void => {
        // The driver passes null on success, although its types say undefined.
        if (error) reject(this.#closeIfUnusable(error))
        else resolve(result)
      }
      void query(new PreparedQuery(text, values, this.statementName(text, values), settle))
    }) as never
  }

  /** The name of the prepared statement for `text`; undefined for a statement that is not prepared. */
  protected statementName(_text: string, _values: unknown[]): string | undefined {
    return undefined
  }

  #closeIfUnusable<E>(error: E): E {
    if (isConnectionUnusable(error)) void this.end()
    return error
  }
}
