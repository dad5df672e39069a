import pg from 'pg'

import type { Connection } from '../../config/database.ts'
import { StartupError } from '../../start/startup-error.ts'

/** What `pg.Client` has, but its types leave out: its parameters, those of the startup message, and its connection. */
interface Internals {
  connectionParameters: { query_timeout: number | string | false }
  getStartupConf(): Record<string, string>
  connection: pg.Connection
}

type ClientClass = new (config: pg.ClientConfig) => pg.Client & Internals

export interface SessionConfig extends pg.ClientConfig {
  /** Called for each connection; its members take precedence. */
  connectionConfig?: () => Connection
}

/**
 * The parameters that the text of statements and results depends on. They are sent in the startup message, because they
 * then take precedence over those of the database, the role, `PGOPTIONS` and `options`, and because PgBouncer restores
 * them for each transaction.
 */
const SESSION_PARAMETERS = { DateStyle: 'ISO', TimeZone: 'UTC', standard_conforming_strings: 'on' }

/** The mechanism of SCRAM with channel binding (RFC 7677). */
const BOUND_MECHANISM = 'SCRAM-SHA-256-PLUS'

/**
 * A client whose session formats and parses values independently of the settings of the database and the role, and that
 * follows `channel_binding` in `DATABASE_URL`.
 */
export class SessionClient extends (pg.Client as unknown as ClientClass) {
  constructor({ connectionConfig, ...config }: SessionConfig = {}) {
    const { requireChannelBinding: isRequired, ...connection } = connectionConfig?.() ?? {}
    // libpq uses no TLS on a socket.
    const isSocket = connection.host?.startsWith('/') === true
    super({ ...config, ...connection, ...(isSocket && { ssl: false }) })
    if (isRequired === true) requireChannelBinding(this.connection)
  }

  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), ...SESSION_PARAMETERS }
  }
}

/**
 * Closes the connection if the server requires another authentication, or none. The driver uses channel binding only
 * if it is offered. These listeners run before those of the driver, which then cannot send a password any more.
 */
function requireChannelBinding(connection: pg.Connection): void {
  let isBound = false
  const rejectUnbound = (): void => {
    if (isBound) return
    const message =
      'The server does not offer the channel binding that channel_binding=require in DATABASE_URL demands'
    connection.stream.destroy()
    connection.emit('error', new StartupError(message))
    // The server may have sent these messages together with the one that is rejected.
    for (const event of ['readyForQuery', 'errorMessage']) connection.removeAllListeners(event)
  }
  connection.on('authenticationSASL', ({ mechanisms }: { mechanisms: string[] }) => {
    isBound = mechanisms.includes(BOUND_MECHANISM)
    rejectUnbound()
  })
  for (const event of ['authenticationCleartextPassword', 'authenticationMD5Password', 'authenticationOk'])
    connection.on(event, rejectUnbound)
}
