import { type AuthConfig, readAuthConfig } from './auth.ts'
import { type HttpConfig, readHttpConfig } from './http.ts'
import { ConfigError, isLoopback, narrow, type Setting } from './env.ts'

/** What the server is told by its environment. */
export interface Config {
  /** 0 takes any free port. */
  port: number
  host: string
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  poolSize: number
  /** Whether statements are prepared; a pooler that shares connections between clients may not allow it. */
  preparedStatements: boolean
  /** Where clients reach the server, without a slash at the end. Undefined: where it listens. */
  publicUrl: string | undefined
  /** What the type of every problem starts with, without a slash at the end. Undefined: the server's own. */
  errorsBase: string | undefined
  /** For how many seconds the answer to a request that names a key is kept. */
  idempotencyKeyTtl: number
  logLevel: LogLevel
  /** Where Prometheus reads. `on-api-port`: on the API's own port. Undefined: nowhere. */
  metrics: { port: number; host: string } | 'on-api-port' | undefined
  auth: AuthConfig
  http: HttpConfig
}

/** A day, for clients that come back the next morning; and a month. */
const IDEMPOTENCY_KEY_TTL = { default: 86_400, max: 2_592_000 }

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export { ConfigError }

export type Environment = Readonly<Record<string, string | undefined>>

const LOOPBACK = '127.0.0.1'

/** Reads the settings; an empty one counts as absent. Throws BadSetting for the first that cannot be used. */
export function readConfig(environment: Environment): Config {
  const setting: Setting = (name) => {
    const text = environment[name]?.trim()
    return text === '' ? undefined : text
  }
  const databaseUrl = narrow.url('DATABASE_URL', setting('DATABASE_URL'), ['postgres:', 'postgresql:'])
  if (databaseUrl === undefined && setting('NODE_ENV') === 'production') {
    throw new ConfigError('DATABASE_URL is required when NODE_ENV is production')
  }
  const host = narrow.host('HOST', setting('HOST')) ?? LOOPBACK
  return {
    port: narrow.integer('PORT', setting('PORT'), { min: 0, max: 65_535 }) ?? 8080,
    host,
    databaseUrl,
    poolSize:
      narrow.integer('DATABASE_POOL_SIZE', setting('DATABASE_POOL_SIZE'), { min: 1, max: 1000 }) ?? 10,
    preparedStatements:
      (narrow.choice('PREPARED_STATEMENTS', setting('PREPARED_STATEMENTS'), ['on', 'off']) ?? 'on') === 'on',
    publicUrl: narrow.base('PUBLIC_URL', setting('PUBLIC_URL')),
    errorsBase: narrow.base('ERRORS_BASE', setting('ERRORS_BASE')),
    idempotencyKeyTtl:
      narrow.integer('IDEMPOTENCY_KEY_TTL', setting('IDEMPOTENCY_KEY_TTL'), {
        min: 1,
        max: IDEMPOTENCY_KEY_TTL.max,
      }) ?? IDEMPOTENCY_KEY_TTL.default,
    logLevel: narrow.choice('LOG_LEVEL', setting('LOG_LEVEL'), LOG_LEVELS) ?? 'info',
    metrics: metrics(setting, host),
    auth: readAuthConfig(setting),
    http: readHttpConfig(setting, host),
  }
}

/** Strangers shall not read them: beside the API only where nobody but this machine, and no proxy, reaches that. */
function metrics(setting: Setting, apiHost: string): Config['metrics'] {
  const port = narrow.integer('METRICS_PORT', setting('METRICS_PORT'), { min: 0, max: 65_535 })
  const host = narrow.host('METRICS_HOST', setting('METRICS_HOST')) ?? LOOPBACK
  if (port !== undefined) return { port, host }
  const isPrivate = isLoopback(apiHost) && setting('NODE_ENV') !== 'production'
  return isPrivate ? 'on-api-port' : undefined
}
