import type { DestinationStream } from 'pino'

import { createApp } from './app.ts'
import { createAuthenticator } from './auth/authenticator.ts'
import { requireAuthentication } from './config/auth.ts'
import type { Config } from './config/config.ts'
import type { Context } from './context.ts'
import { readEpoch } from './db/epoch.ts'
import { STATEMENT_ERROR_CHANNEL } from './db/errors/statement-error-channel.ts'
import { throwStartFailure } from './db/migrations/migrate-at-startup.ts'
import { startExpiredKeyCleanup } from './db/idempotency/expired-key-cleanup.ts'
import { identifyFiles } from './embedded-postgres/identify-files.ts'
import type { EmbeddedOptions } from './embedded-postgres/start.ts'
import { LargeResponses } from './http/middleware/large-responses.ts'
import { close, listen, localOrigin } from './http/transport/listen.ts'
import { createHttpServer } from './http/transport/server.ts'
import { createLogger } from './observability/logger.ts'
import { createMetrics } from './observability/metrics.ts'
import { createRedact, passwordsInUrl } from './observability/redact.ts'
import { loadOpenApiDocument } from './openapi/document.ts'
import { SWAGGER_UI_PATH } from './pages/swagger-ui.ts'
import { startChangeFeed } from './startup/change-feed.ts'
import type { Cleanup } from './startup/cleanup.ts'
import { connect, openDatabase } from './startup/database.ts'
import { logDatabaseFailure } from './startup/log-database-failure.ts'
import { startMetricsServer } from './startup/metrics-server.ts'
import { startRateLimiter } from './startup/rate-limiter.ts'

interface StartOptions {
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
    const { url, directory } = await openDatabase(config, options.embedded, logger, cleanup)
    const store = connect(url, config, logger, metrics)
    cleanup.push(() => store.close())
    cleanup.push(
      startExpiredKeyCleanup(
        store,
        logDatabaseFailure(logger, 'deleting expired idempotency keys failed; it is tried again later'),
      ),
    )
    if (metrics !== undefined) await startMetricsServer(config, metrics, logger, cleanup)
    const rateLimiter = startRateLimiter(url, config, logger, cleanup)
    const epoch = await readEpoch(store.db, directory && (await identifyFiles(directory))).catch(
      throwStartFailure,
    )
    const changeFeed = await startChangeFeed(store, config, logger, cleanup, epoch).catch(throwStartFailure)
    const { http, publicUrl, idempotencyKeyTtl } = config
    const dependencies = {
      store,
      epoch,
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
