import { identifyFiles } from '@workbench/embedded-postgres/cluster'
import type { DestinationStream } from 'pino'

import { createApp } from '../app.ts'
import { createAuthenticator } from '../auth/authenticator.ts'
import type { JwksOptions } from '../auth/jwks.ts'
import { openChanges } from '../changes/open-changes.ts'
import { requireAuthentication } from '../config/auth.ts'
import type { Config } from '../config/config.ts'
import { STATEMENT_FAILURES } from '../db/errors/classify-error.ts'
import type { Store } from '../db/store.ts'
import { startExpiredKeyCleanup } from '../db/idempotency/idempotency-keys.ts'
import { throwStartFailure } from '../db/migrations/migrate-at-startup.ts'
import type { Context } from '../http/context.ts'
import { createRateLimiter } from '../http/middleware/access/rate-limiter.ts'
import { close, listen, localOrigin } from '../http/server/listen.ts'
import { createHttpServer } from '../http/server/server.ts'
import { formatEntityTag } from '../http/responses/entity-tags.ts'
import { createLogger } from '../observability/logger.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createRedact, passwordsInUrl } from '../observability/redact.ts'
import { loadOpenApiDocument } from '../openapi/document.ts'
import { projectHandlers } from '../handlers/projects.ts'
import { taskHandlers } from '../handlers/tasks.ts'
import { createMetricsServer, METRICS_PATH } from '../service-routes/metrics.ts'
import { SWAGGER_UI_PATH } from '../service-routes/swagger-ui.ts'
import { type Cleanup, connect, type EmbeddedOptions, logDatabaseFailure, openDatabase } from './database.ts'

interface StartOptions extends EmbeddedOptions {
  /** Receives the log: one JSON object per line. */
  log: DestinationStream
  /** Prints one line to the terminal: the addresses of the API and the data directory. */
  print: (line: string) => void
  /** The OpenAPI document, a YAML file. */
  openApiFile: URL
  /** Version of this package, shown in the metrics. */
  version: string
  /** Other times than those of a server, for tests. */
  times?: { jwks?: JwksOptions | undefined; changesIntervalMs?: number; shutdownTimeoutMs?: number }
}

export interface RunningServer {
  /** The origin under which a client on the same machine reaches the server. */
  origin: string
  store: Store
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
  const { host } = config
  const { jwks, changesIntervalMs, shutdownTimeoutMs = SHUTDOWN_TIMEOUT_MS } = options.times ?? {}
  requireAuthentication(config.auth, host)
  const authenticator = createAuthenticator(config.auth, jwks)
  const redact = createRedact(passwordsInUrl(config.database?.url))
  const logger = createLogger(config.logLevel, options.log, redact)
  const metrics = config.metrics && createMetrics(options.version, STATEMENT_FAILURES)
  const cleanup: Cleanup = []
  const stop = async (): Promise<void> => {
    for (const step of cleanup.reverse().splice(0)) await step()
  }
  try {
    const database = await openDatabase(config, options, logger, cleanup)
    const { directory } = database
    const store = await connect(database, config, logger, metrics, cleanup)
    const message = 'deleting expired idempotency keys failed; it is tried again later'
    cleanup.push(startExpiredKeyCleanup(store, logDatabaseFailure(logger, message)))
    // It stops after the API server, so that the last requests are counted.
    if (metrics !== undefined && typeof config.metrics === 'object') {
      const server = createMetricsServer(metrics)
      const port = await listen(server, config.metrics.port, config.metrics.host, 'METRICS_')
      cleanup.push(() => close(server, 0))
      const address = localOrigin(config.metrics.host, port) + METRICS_PATH
      logger.info({ metrics: address }, 'metrics server listening')
    }
    const changes = await openChanges(store.coordinator, {
      ttlSeconds: config.changesTtl,
      files: directory && (await identifyFiles(directory)),
      onError: logDatabaseFailure(logger, 'reading changes failed; it is tried again'),
      ...(changesIntervalMs !== undefined && { intervalMs: changesIntervalMs }),
    }).catch(throwStartFailure)
    cleanup.push(changes.stop)
    const state = { isStopping: false, origin: '' }
    const context: Context = {
      ...{ config, store, authenticator, logger, metrics },
      rateLimiter: config.http.rateLimit && createRateLimiter(config.http.rateLimit),
      openApi: changes.describe(loadOpenApiDocument(options.openApiFile)),
      handlers: { ...projectHandlers, ...taskHandlers, ...changes.handlers },
      problems: {
        base: () => config.errorsBase ?? `${config.publicUrl ?? state.origin}/errors`,
        formatEntityTag,
      },
      isStopping: () => state.isStopping,
    }
    const { server, closeIdle } = createHttpServer(createApp(context), context)
    const origin = localOrigin(host, await listen(server, config.port, host))
    state.origin = origin
    cleanup.push(async () => {
      state.isStopping = true
      logger.info('stopping')
      void changes.stop()
      closeIdle()
      await close(server, shutdownTimeoutMs, () => {
        logger.warn('closing the connections of running requests')
      })
    })
    if (directory === undefined) {
      logger.info({ api: `${origin}/api/v1`, ui: origin + SWAGGER_UI_PATH }, 'listening')
    } else {
      options.print(`API ${origin}/api/v1 and UI ${origin}${SWAGGER_UI_PATH}`)
      options.print(`Data ${directory} (embedded PostgreSQL)`)
    }
    return {
      origin,
      store,
      stop: async () => {
        await stop()
        logger.info('stopped')
      },
      logError: (err) => {
        logger.error({ err }, 'error outside a request')
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
