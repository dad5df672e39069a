import { readChangesTtl } from '../changes/settings.ts'

import { type AuthConfig, readAuthConfig, requiresAuthentication } from './auth.ts'
import { readDatabaseUrl } from './database-url.ts'
import { ConfigError, Env, type Environment, isLoopback } from './env.ts'
import { type HttpConfig, readHttpConfig } from './http.ts'

/** The settings of the server. */
export interface Config {
  /** 0: any free port. */
  port: number
  host: string
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  poolSize: number
  /** Whether statements are prepared. Some poolers that share connections between clients do not support it. */
  preparedStatements: boolean
  /** URL under which clients reach the server, without a trailing slash. Undefined: the address that it listens on. */
  publicUrl: string | undefined
  /** Prefix of the `type` of every problem, without a trailing slash. Undefined: `/errors` of this server. */
  errorsBase: string | undefined
  /** How long the response to a request with an Idempotency-Key is stored, in seconds. */
  idempotencyKeyTtl: number
  /** How long changes are kept, in seconds. Undefined: changes are not recorded. */
  changesTtl: number | undefined
  logLevel: LogLevel
  /** Where metrics are served. `on-api-port`: at `/metrics` of the API. Undefined: not at all. */
  metrics: { port: number; host: string } | 'on-api-port' | undefined
  auth: AuthConfig
  http: HttpConfig
}

const ONE_DAY_SECONDS = 86_400

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

const LOOPBACK = '127.0.0.1'

/**
 * Reads the settings from environment variables. Empty variables count as absent.
 *
 * @throws ConfigError for the first invalid setting
 */
export function readConfig(environment: Environment): Config {
  const env = new Env(environment)
  const databaseUrl = readDatabaseUrl(env)
  if (databaseUrl === undefined && env.text('NODE_ENV') === 'production') {
    throw new ConfigError('DATABASE_URL is required when NODE_ENV is production')
  }
  const host = env.host('HOST') ?? LOOPBACK
  const auth = readAuthConfig(env)
  if (requiresAuthentication(auth) && env.text('ALLOWED_HOSTS') !== undefined) {
    throw new ConfigError(
      'ALLOWED_HOSTS cannot be combined with API_KEYS, API_KEYS_FILE or OIDC_ISSUER: with authentication, every host is served; remove it',
    )
  }
  return {
    port: env.integer('PORT', { min: 0, max: 65_535 }) ?? 8080,
    host,
    databaseUrl,
    poolSize: env.integer('DATABASE_POOL_SIZE', { min: 1, max: 1000 }) ?? 10,
    preparedStatements: env.choice('PREPARED_STATEMENTS', ['on', 'off']) !== 'off',
    publicUrl: env.baseUrl('PUBLIC_URL'),
    errorsBase: env.baseUrl('ERRORS_BASE'),
    idempotencyKeyTtl:
      env.integer('IDEMPOTENCY_KEY_TTL', { min: 1, max: 30 * ONE_DAY_SECONDS }) ?? ONE_DAY_SECONDS,
    changesTtl: readChangesTtl(env),
    logLevel: env.choice('LOG_LEVEL', LOG_LEVELS) ?? 'info',
    metrics: readMetricsConfig(env, host),
    auth,
    http: readHttpConfig(env, host),
  }
}

/**
 * Metrics are not for the public. Without METRICS_PORT they are served on the API's port only if that can be reached
 * from this machine alone: on a loopback address, and not in production, where a proxy may forward to that address.
 */
function readMetricsConfig(env: Env, apiHost: string): Config['metrics'] {
  const port = env.integer('METRICS_PORT', { min: 0, max: 65_535 })
  const host = env.host('METRICS_HOST') ?? LOOPBACK
  if (port !== undefined) return { port, host }
  const isPrivate = isLoopback(apiHost) && env.text('NODE_ENV') !== 'production'
  return isPrivate ? 'on-api-port' : undefined
}
