import pg from 'pg'

import { isConnectionUnusable } from '../errors/classify-error.ts'

/** The method of `pg.Client` that returns the parameters of the startup message; its types leave it out. */
type ClientClass = new (config?: pg.ClientConfig) => pg.Client & { getStartupConf(): Record<string, string> }

/**
 * The parameters that the text of statements and results depends on. They are sent in the startup message, because they
 * then take precedence over those of the database, the role, `PGOPTIONS` and `options`, and because PgBouncer restores
 * them for each transaction.
 */
const SESSION_PARAMETERS = { DateStyle: 'ISO', TimeZone: 'UTC', standard_conforming_strings: 'on' }

/** A client whose session formats and parses values independently of the settings of the database and the role. */
export class SessionClient extends (pg.Client as unknown as ClientClass) {
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), ...SESSION_PARAMETERS }
  }
}

type QueryFunction = (...args: unknown[]) => unknown

/**
 * A client that closes its connection after an error that makes it unusable, such as a query timeout. Otherwise the
 * pool would use the connection for the next query, which would wait behind the unanswered one.
 */
export class CloseOnErrorClient extends SessionClient {
  override query(...args: unknown[]): never {
    const result = (super.query.bind(this) as QueryFunction)(...args)
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (isConnectionUnusable(error)) void this.end()
      })
    }
    return result as never
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
  override query(...args: unknown[]): never {
    const [text, values, callback] = args
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || callback !== undefined)
      return super.query(...args)
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
