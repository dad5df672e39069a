import type { DestinationStream } from 'pino'

import { createApp } from './app.ts'
import { createAuthenticator } from './auth/authenticator.ts'
import { openChangeFeed } from './changes/log/change-feed.ts'
import { requireAuthentication } from './config/auth.ts'
import type { Config } from './config/config.ts'
import { type Context, createContext } from './context.ts'
import { readEpoch } from './db/epoch.ts'
import { STATEMENT_FAILURES } from './db/errors/classify-error.ts'
import { BUCKET_LOOKUPS } from './db/store.ts'
import { throwStartFailure } from './db/migrations/migrate-at-startup.ts'
import { startExpiredKeyCleanup } from './db/idempotency/expired-key-cleanup.ts'
import { identifyFiles } from './embedded-postgres/identify-files.ts'
import type { EmbeddedOptions } from './embedded-postgres/start.ts'
import { close, listen, localOrigin } from './http/server/listen.ts'
import { createHttpServer } from './http/server/server.ts'
import { createLogger } from './observability/logger.ts'
import { createMetrics } from './observability/metrics.ts'
import { createRedact, passwordsInUrl } from './observability/redact.ts'
import { loadOpenApiDocument } from './openapi/document.ts'
import { SWAGGER_UI_PATH } from './service-routes/swagger-ui.ts'
import { type Cleanup, connect, openDatabase } from './startup/database.ts'
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
  const metrics = config.metrics && createMetrics(options.version, STATEMENT_FAILURES, BUCKET_LOOKUPS)
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
    const changeFeed = await openChangeFeed(store, {
      ttlSeconds: config.changesTtl,
      epoch,
      onError: logDatabaseFailure(logger, 'reading changes failed; it is tried again'),
    }).catch(throwStartFailure)
    if (changeFeed !== undefined) cleanup.push(() => changeFeed.stop())
    const state = { isStopping: false, origin: '' }
    const context = createContext(config, {
      ...{ store, epoch, authenticator, rateLimiter, logger, metrics, changeFeed },
      openApi: loadOpenApiDocument(options.openApiFile),
      errorsBase: () => config.errorsBase ?? `${config.publicUrl ?? state.origin}/errors`,
      isStopping: () => state.isStopping,
    })
    await startApi(config, context, state, cleanup)
    const { origin } = state
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

/** Starts the API server and sets its origin. */
async function startApi(
  { port, host }: Config,
  context: Context,
  state: { isStopping: boolean; origin: string },
  cleanup: Cleanup,
): Promise<void> {
  const { logger, changeFeed } = context
  const { server, countRunning } = createHttpServer(createApp(context), context)
  state.origin = localOrigin(host, await listen(server, port, host))
  cleanup.push(async () => {
    state.isStopping = true
    logger.info({ runningRequests: countRunning() }, 'stopping')
    changeFeed?.close()
    await close(server, SHUTDOWN_TIMEOUT_MS, () => {
      logger.warn({ runningRequests: countRunning() }, 'closing the connections of running requests')
    })
  })
}
