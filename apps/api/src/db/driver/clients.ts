import { isConnectionUnusable } from '../errors/classify-error.ts'

import { SessionClient } from './session-client.ts'

/**
 * A client that closes its connection after an error that makes it unusable, such as a query timeout. Otherwise the
 * pool would use the connection for the next query, which would wait behind the unanswered one.
 */
export class CloseOnErrorClient extends SessionClient {
  /** Why the connection was closed. A rollback after that would fail with another error, which hides it. */
  #cause: unknown

  override async query(text: unknown, values?: unknown): Promise<never> {
    try {
      return (await super.query(text as string, values as unknown[])) as never
    } catch (error) {
      if (!isConnectionUnusable(error)) throw error
      void this.end()
      throw (this.#cause ??= error)
    }
  }
}

/** Each connection keeps its prepared statements until it is closed, so their number is limited. */
const MAX_PREPARED_STATEMENTS = 500

const names = new Map<string, string>()

/**
 * A client that prepares every statement with parameters, so that PostgreSQL parses it once for each connection. Kysely
 * does not name its statements, and the driver prepares only those with a name.
 */
export class PreparedStatementClient extends CloseOnErrorClient {
  override query(text: unknown, values?: unknown): Promise<never> {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
      return super.query(text, values)
    return super.query({ name: nameOf(text), text, values })
  }
}

/** The name of the prepared statement for a text; undefined for one that is not prepared. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_PREPARED_STATEMENTS) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
