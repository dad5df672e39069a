import type { Kysely } from 'kysely'
import type { DestinationStream, Logger } from 'pino'

import { createApp } from './app.ts'
import { createAuthenticator } from './auth/authenticator.ts'
import { requireAuthentication } from './config/auth.ts'
import type { Config } from './config/config.ts'
import type { Context } from './context.ts'
import { ChangeFeed } from './db/changes/change-feed.ts'
import { hasChanges, resetTicks } from './db/changes/change-log.ts'
import { openPool } from './db/driver/connection-pool.ts'
import { isUnavailable } from './db/errors/classify-error.ts'
import { STATEMENT_ERROR_CHANNEL } from './db/errors/statement-error-channel.ts'
import { startExpiredKeyCleanup } from './db/idempotency/expired-key-cleanup.ts'
import { migrateAtStartup } from './db/migrations/migrate-at-startup.ts'
import type { Database } from './db/schema.ts'
import { type EmbeddedOptions, startEmbeddedPostgres } from './embedded-postgres/start.ts'
import { LargeResponses } from './http/middleware/large-responses.ts'
import { openRateLimiter, type RateLimiter } from './http/rate-limit/rate-limiter.ts'
import { close, listen, requireAvailable } from './http/transport/listen.ts'
import { createHttpServer } from './http/transport/server.ts'
import { createFailureLog } from './observability/failure-log.ts'
import { createLogger } from './observability/logger.ts'
import { createMetricsServer, METRICS_PATH } from './observability/metrics-server.ts'
import { createMetrics, type Metrics } from './observability/metrics.ts'
import { createRedact, passwordsInUrl } from './observability/redact.ts'
import { loadOpenApiDocument } from './openapi/document.ts'
import { SWAGGER_UI_PATH } from './pages/swagger-ui.ts'

export interface StartOptions {
  /** Receives the log: one JSON object per line. */
  log: DestinationStream
  /** Prints one line to the terminal: the addresses of the API and the data directory. */
  print: (line: string) => void
  /** The OpenAPI document, a YAML file. */
  openApiFile: URL
  /** Version of this package, shown in the metrics. */
  version: string
  embedded: Omit<EmbeddedOptions, 'onServerExit'>
}

export interface RunningServer {
  /** Closes the listening socket, waits for running requests, and closes the database. */
  stop: () => Promise<void>
  /** Logs an error that was raised outside a request, for example an unhandled rejection. */
  logError: (error: unknown) => void
}

/** After this time, `stop` closes the connections of requests that are still running. */
const SHUTDOWN_TIMEOUT_MS = 10_000

/** Functions that release resources, in the order in which the resources were acquired. */
type Cleanup = (() => Promise<void>)[]

/**
 * Connects to the database, migrates it, and starts to listen.
 *
 * @throws StartupError if a setting, the database or the address cannot be used
 */
export async function start(config: Config, options: StartOptions): Promise<RunningServer> {
  requireAuthentication(config.auth, config.host)
  const authenticator = createAuthenticator(config.auth)
  const logger = createLogger(config.logLevel, options.log, createRedact(passwordsInUrl(config.databaseUrl)))
  const metrics = config.metrics && createMetrics(options.version, STATEMENT_ERROR_CHANNEL)
  const cleanup: Cleanup = []
  const stop = async (): Promise<void> => {
    for (const step of cleanup.reverse().splice(0)) await step()
  }
  try {
    const { url, directory } = await openDatabase(config, options, logger, cleanup)
    const db = connect(url, config, logger, metrics)
    cleanup.push(() => db.destroy())
    cleanup.push(
      startExpiredKeyCleanup(
        db,
        logDatabaseFailure(logger, 'deleting expired idempotency keys failed; it is tried again later'),
      ),
    )
    if (metrics !== undefined) await startMetricsServer(config, metrics, logger, cleanup)
    const rateLimiter = startRateLimiter(url, config, logger, cleanup)
    const changeFeed = await startChangeFeed(db, config, logger, cleanup)
    const { http, publicUrl, idempotencyKeyTtl } = config
    const dependencies = {
      db,
      authenticator,
      rateLimiter,
      logger,
      metrics,
      http,
      largeResponses: new LargeResponses(),
      publicUrl,
      idempotencyKeyTtl,
      changeFeed,
    }
    const origin = await startApi(config, options, dependencies, cleanup)
    if (directory === undefined) {
      logger.info({ api: `${origin}/api/v1`, ui: origin + SWAGGER_UI_PATH }, 'listening')
    } else {
      options.print(`API ${origin}/api/v1 and UI ${origin}${SWAGGER_UI_PATH}`)
      options.print(`Data ${directory} (embedded PostgreSQL)`)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return {
    stop: async () => {
      await stop()
      logger.info('stopped')
    },
    logError: (err) => {
      logger.error({ err }, 'error outside a request')
    },
  }
}

/** Migrates the database of `DATABASE_URL`. Without that setting, it starts the embedded server first. */
async function openDatabase(
  config: Config,
  { embedded }: StartOptions,
  logger: Logger,
  cleanup: Cleanup,
): Promise<{ url: string; directory: string | undefined }> {
  if (config.databaseUrl !== undefined) {
    await migrate(config.databaseUrl, logger)
    return { url: config.databaseUrl, directory: undefined }
  }
  await requireAvailable(config.port, config.host)
  if (config.metrics !== undefined && config.metrics !== 'on-api-port')
    await requireAvailable(config.metrics.port, config.metrics.host, 'METRICS_')
  const { connectionString, data, stop } = await startEmbeddedPostgres({
    ...embedded,
    onServerExit: logDatabaseFailure(
      logger,
      'the embedded PostgreSQL server exited; it is started again',
      'error',
    ),
  })
  cleanup.push(stop)
  await migrate(connectionString, logger)
  return { url: connectionString, directory: data }
}

async function migrate(url: string, logger: Logger): Promise<void> {
  const migrations = await migrateAtStartup(
    url,
    logDatabaseFailure(logger, 'the database does not answer yet; connecting again'),
  )
  if (migrations.length > 0) logger.info({ migrations }, 'database migrated')
}

function logDatabaseFailure(
  logger: Logger,
  message: string,
  level: 'warn' | 'error' = 'warn',
): (error?: unknown) => void {
  return createFailureLog({ logger, level, message, isDown: isUnavailable })
}

function connect(
  url: string,
  config: Config,
  logger: Logger,
  metrics: Metrics | undefined,
): Kysely<Database> {
  const logLostConnection = logDatabaseFailure(logger, 'database connection lost')
  return openPool({
    connectionString: url,
    poolSize: config.poolSize,
    prepared: config.preparedStatements,
    recordChanges: config.changesTtl !== undefined,
    onPool: metrics?.registerPool,
    onLostConnection: (error) => {
      metrics?.connectionLost()
      logLostConnection(error)
    },
  })
}

/** Serves `/metrics` on `METRICS_PORT`. It stops after the API server, so that the last requests are counted. */
async function startMetricsServer(
  config: Config,
  metrics: Metrics,
  logger: Logger,
  cleanup: Cleanup,
): Promise<void> {
  if (config.metrics === undefined || config.metrics === 'on-api-port') return
  const { port, host } = config.metrics
  const server = createMetricsServer(metrics)
  const actualPort = await listen(server, port, host, 'METRICS_')
  cleanup.push(() => close(server, 0))
  logger.info({ metrics: localOrigin(host, actualPort) + METRICS_PATH }, 'metrics server listening')
}

function startRateLimiter(
  databaseUrl: string,
  { http }: Config,
  logger: Logger,
  cleanup: Cleanup,
): RateLimiter | undefined {
  if (http.rateLimit === undefined) return undefined
  const { rateLimiter, close } = openRateLimiter(http.rateLimit, {
    databaseUrl,
    onFailure: logDatabaseFailure(
      logger,
      'counting requests in the database failed; this process uses its own counters',
    ),
  })
  cleanup.push(close)
  return rateLimiter
}

/** Starts the change feed. Without it, deletes changes that were recorded before: the following ones will be missing. */
async function startChangeFeed(
  db: Kysely<Database>,
  { changesTtl }: Config,
  logger: Logger,
  cleanup: Cleanup,
): Promise<ChangeFeed | undefined> {
  if (changesTtl === undefined) {
    if (await hasChanges(db)) await resetTicks(db)
    return undefined
  }
  const feed = new ChangeFeed(db, {
    ttlSeconds: changesTtl,
    onError: logDatabaseFailure(logger, 'reading changes failed; it is tried again'),
  })
  await feed.start()
  cleanup.push(() => feed.stop())
  return feed
}

/** Starts the API server and returns its origin. */
async function startApi(
  config: Config,
  { openApiFile }: StartOptions,
  dependencies: Omit<Context, 'openApi' | 'errorsBase' | 'isStopping' | 'metricsOnApiPort'>,
  cleanup: Cleanup,
): Promise<string> {
  let stopping = false
  let origin = ''
  const context: Context = {
    ...dependencies,
    metricsOnApiPort: config.metrics === 'on-api-port',
    openApi: loadOpenApiDocument(openApiFile),
    errorsBase: () => config.errorsBase ?? `${config.publicUrl ?? origin}/errors`,
    isStopping: () => stopping,
  }
  const { server, countRunning } = createHttpServer(createApp(context), context)
  const port = await listen(server, config.port, config.host)
  origin = localOrigin(config.host, port)
  cleanup.push(async () => {
    stopping = true
    dependencies.logger.info({ runningRequests: countRunning() }, 'stopping')
    context.changeFeed?.close()
    await close(server, SHUTDOWN_TIMEOUT_MS, () => {
      dependencies.logger.warn(
        { runningRequests: countRunning() },
        'closing the connections of running requests',
      )
    })
  })
  return origin
}

/** The origin under which a client on the same machine reaches a server that listens on `host`. */
function localOrigin(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
