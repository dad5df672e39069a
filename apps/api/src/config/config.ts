import { readAuthConfig } from './auth.ts'
import { readDatabaseConfig } from './database.ts'
import { ConfigError, Env, type Environment, isLoopback } from './env.ts'
import { readHttpConfig } from './http.ts'

/** The settings of the server. */
export type Config = ReturnType<typeof readConfig>

const MAX_CHANGES_TTL_SECONDS = 30 * 86_400

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const LOOPBACK = '127.0.0.1'

/**
 * Reads the settings from environment variables. Empty variables count as absent.
 *
 * @throws ConfigError for the first invalid setting
 */
export function readConfig(environment: Environment) {
  const env = new Env(environment)
  const database = readDatabaseConfig(env)
  if (database === undefined && env.text('NODE_ENV') === 'production') {
    throw new ConfigError('DATABASE_URL is required when NODE_ENV is production')
  }
  const host = env.host('HOST') ?? LOOPBACK
  const auth = readAuthConfig(env)
  if (auth.isRequired && env.text('ALLOWED_HOSTS') !== undefined) {
    throw new ConfigError(
      'ALLOWED_HOSTS cannot be combined with API_KEYS, API_KEYS_FILE or OIDC_ISSUER: with authentication, every host is served; remove it',
    )
  }
  return {
    /** 0: any free port. */
    port: env.integer('PORT', { min: 0, max: 65_535 }) ?? 8080,
    host,
    /** Undefined: the embedded database. */
    database,
    poolSize: env.integer('DATABASE_POOL_SIZE', { min: 1, max: 1000 }) ?? 10,
    /** Whether statements are prepared. Some poolers that share connections between clients do not support it. */
    preparedStatements: env.choice('PREPARED_STATEMENTS', ['on', 'off']) !== 'off',
    /** URL under which clients reach the server, without a trailing slash. Undefined: the address that it listens on. */
    publicUrl: env.baseUrl('PUBLIC_URL'),
    /** Prefix of the `type` of every problem, without a trailing slash. Undefined: `/errors` of this server. */
    errorsBase: env.baseUrl('ERRORS_BASE'),
    /** How long changes are kept, in seconds. Undefined: changes are not recorded. */
    changesTtl: env.integer('CHANGES_TTL', { min: 1, max: MAX_CHANGES_TTL_SECONDS }),
    logLevel: env.choice('LOG_LEVEL', LOG_LEVELS) ?? 'info',
    metrics: readMetricsConfig(env, host),
    auth,
    http: readHttpConfig(env, host),
  }
}

/** Where metrics are served. `on-api-port`: at `/metrics` of the API. Undefined: not at all. */
type MetricsConfig = { port: number; host: string } | 'on-api-port' | undefined

/**
 * Metrics are not for the public. Without METRICS_PORT they are served on the API's port only if that can be reached
 * from this machine alone: on a loopback address, and not in production, where a proxy may forward to that address.
 */
function readMetricsConfig(env: Env, apiHost: string): MetricsConfig {
  const port = env.integer('METRICS_PORT', { min: 0, max: 65_535 })
  const host = env.host('METRICS_HOST') ?? LOOPBACK
  if (port !== undefined) return { port, host }
  const isPrivate = isLoopback(apiHost) && env.text('NODE_ENV') !== 'production'
  return isPrivate ? 'on-api-port' : undefined
}
