import { readFileSync } from 'node:fs'

import type pg from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'

import { ConfigError, type Env, quote } from './env.ts'

/** How a connection is opened. */
export interface Connection extends pg.ClientConfig {
  enableChannelBinding?: boolean
  /** Whether the connection is closed if the server does not offer channel binding. */
  requireChannelBinding?: boolean
}

interface DatabaseConfig {
  url: string
  /** Called for each new connection, because the files with the password and the keys may have been replaced. */
  connection: () => Connection
}

/** The driver would ignore others, also a misspelt `sslmode`. */
const PARAMETERS = new Set(
  (
    'host port user password options application_name fallback_application_name connect_timeout channel_binding sslmode ' +
    'ssl sslrootcert sslcert sslkey sslnegotiation statement_timeout lock_timeout idle_in_transaction_session_timeout ' +
    'query_timeout'
  ).split(' '),
)

/** In seconds. The pool waits as long for a free connection. */
const MIN_CONNECT_TIMEOUT = 5

/**
 * Reads DATABASE_URL and DATABASE_PASSWORD_FILE. Undefined: the embedded database.
 *
 * @throws ConfigError
 */
export function readDatabaseConfig(env: Env): DatabaseConfig | undefined {
  const url = env.text('DATABASE_URL')
  const passwordFile = env.text('DATABASE_PASSWORD_FILE')
  if (url === undefined && passwordFile === undefined) return undefined
  if (url === undefined || !/^postgres(?:ql)?:\/\//.test(url))
    throw new ConfigError(
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://, but does not',
    )
  const connection = (): Connection => parseUrl(url, passwordFile)
  try {
    const { port = 5432 } = connection()
    if (port < 1 || port > 65_535) throw new ConfigError('its port must be an integer from 1 to 65535')
  } catch (cause) {
    const reason = cause instanceof ConfigError ? cause.message : String(cause)
    throw new ConfigError(`DATABASE_URL or DATABASE_PASSWORD_FILE cannot be used: ${reason}`, { cause })
  }
  return { url, connection }
}

function parseUrl(url: string, passwordFile: string | undefined): Connection {
  const parsed = parse(url, { useLibpqCompat: true })
  const given = parsed as unknown as Record<string, string | undefined>
  // The search parameters are those of the URL even if it has no host, which is not valid for Node.
  const unknown = [...new URLSearchParams(/\?(.*)/.exec(url)?.[1])].find(([name]) => !PARAMETERS.has(name))
  if (unknown !== undefined)
    throw new ConfigError(
      `the parameter ${quote(unknown[0])} is not supported; use only ${[...PARAMETERS].join(', ')}`,
    )
  for (const [name, value = ''] of Object.entries(given))
    if (name.endsWith('timeout') && !/^\d{1,9}$/.test(value))
      throw new ConfigError(`its ${name} must be an integer from 0 to 999999999, but is ${quote(value)}`)
  const { connect_timeout: timeout, query_timeout: queryTimeout, channel_binding: binding } = given
  return {
    ...toClientConfig(parsed),
    // The driver would not take the text `0` for no limit.
    ...(queryTimeout !== undefined && { query_timeout: Number(queryTimeout) }),
    ...(passwordFile !== undefined && { password: readFileSync(passwordFile, 'utf8').trimEnd() }),
    connectionTimeoutMillis: Math.max(Number(timeout ?? 0), MIN_CONNECT_TIMEOUT) * 1000,
    enableChannelBinding: binding === 'prefer' || binding === 'require',
    requireChannelBinding: binding === 'require',
  }
}
