import type { Kysely } from 'kysely'
import type { DestinationStream, Logger } from 'pino'

import { openAccess } from './auth/authenticator.ts'
import { requireGuard } from './config/auth.ts'
import type { Config } from './config/config.ts'
import { openPool } from './db/driver/connection-pool.ts'
import { STATEMENT_ERROR_CHANNEL } from './db/errors/statement-error-channel.ts'
import { migrateAtStartup } from './db/migrations/migrate-at-startup.ts'
import type { Database } from './db/schema.ts'
import { startExpiredKeyCleanup } from './db/idempotency/expired-key-cleanup.ts'
import { loadDescription } from './openapi/document.ts'
import { type EmbeddedOptions, startEmbeddedPostgres } from './embedded-postgres/start.ts'
import { createApp } from './app.ts'
import type { Context } from './context.ts'
import { type Limit, openLimit } from './http/rate-limit/rate-limiter.ts'
import { close, createHttpServer, listen } from './http/transport/server.ts'
import { createLogger } from './observability/logger.ts'
import { createRedact, passwordsInUrl } from './observability/redact.ts'
import { createMetricsServer, METRICS_PATH } from './observability/metrics-server.ts'
import { createMetrics, type Metrics } from './observability/metrics.ts'
import { UI_PATH } from './pages/swagger-ui.ts'

/** What the process gives to the server. */
export interface Surroundings {
  /** Where the log goes, a line of JSON an event. */
  log: DestinationStream
  /** For the lines that tell a person where everything is. */
  print: (line: string) => void
  /** The file with the description of the API. */
  description: URL
  /** The version that runs. */
  version: string
  embedded: Omit<EmbeddedOptions, 'onServerExit'>
}

/** A server that serves. */
export interface Running {
  /** Stops accepting, finishes what is running, and closes the database. */
  stop: () => Promise<void>
  /** Logs an error that no request is to blame for. */
  report: (error: unknown) => void
}

/** How long a request may go on after the server was told to stop. */
const GRACE_MS = 10_000

/** Starts everything. Throws StartFailure for what the person who starts it can mend. */
export async function serve(config: Config, surroundings: Surroundings): Promise<Running> {
  requireGuard(config.access, config.host)
  const access = openAccess(config.access)
  const redact = createRedact(passwordsInUrl(config.databaseUrl))
  const logger = createLogger(config.logLevel, surroundings.log, redact)
  const metrics = config.metrics && createMetrics(surroundings.version, STATEMENT_ERROR_CHANNEL)
  const cleanup: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    for (const step of cleanup.reverse().splice(0)) await step()
  }
  try {
    const { url, data } = await openDatabase(config, surroundings, logger, cleanup)
    const db = connectTo(url, config, logger, metrics)
    cleanup.push(() => db.destroy())
    const sweeper = startExpiredKeyCleanup(db, (err) => {
      logger.warn({ err }, 'expired idempotency keys are left for later')
    })
    cleanup.push(sweeper)
    if (metrics !== undefined) await openMetrics(config, metrics, logger, cleanup)
    const limit = limitOn(url, config, logger, cleanup)
    const { http, publicUrl, idempotencyKeyTtl } = config
    const parts = { db, access, limit, logger, metrics, http, publicUrl, idempotencyKeyTtl }
    const origin = await openServer(config, surroundings, parts, cleanup)
    if (data === undefined) {
      logger.info({ api: `${origin}/api/v1`, ui: origin + UI_PATH }, 'listening')
    } else {
      surroundings.print(`API ${origin}/api/v1 and UI ${origin}${UI_PATH}`)
      surroundings.print(`Data ${data} (embedded PostgreSQL)`)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return {
    stop,
    report: (err) => {
      logger.error({ err }, 'an error outside any request')
    },
  }
}

/** The database, migrated; the embedded one is started first, and has a directory. */
async function openDatabase(
  config: Config,
  { embedded }: Surroundings,
  logger: Logger,
  cleanup: (() => Promise<void>)[],
): Promise<{ url: string; data: string | undefined }> {
  if (config.databaseUrl !== undefined) {
    await migrated(config.databaseUrl, logger)
    return { url: config.databaseUrl, data: undefined }
  }
  const { connectionString, data, stop } = await startEmbeddedPostgres({
    ...embedded,
    onServerExit: (err) => {
      logger.error({ err }, 'the embedded database is gone, and is started again')
    },
  })
  cleanup.push(stop)
  await migrated(connectionString, logger)
  return { url: connectionString, data }
}

async function migrated(url: string, logger: Logger): Promise<void> {
  const migrations = await migrateAtStartup(url, (err) => {
    logger.warn({ err }, 'the database does not answer yet')
  })
  if (migrations.length > 0) logger.info({ migrations }, 'the database is migrated')
}

function connectTo(
  url: string,
  config: Config,
  logger: Logger,
  metrics: Metrics | undefined,
): Kysely<Database> {
  return openPool({
    connectionString: url,
    poolSize: config.poolSize,
    prepared: config.preparedStatements,
    onPool: metrics?.registerPool,
    onLostConnection: (err) => {
      metrics?.connectionLost()
      logger.warn({ err }, 'a connection to the database is lost')
    },
  })
}

/** Lets Prometheus read, where it has a port of its own. It is closed after the API, whose last requests count too. */
async function openMetrics(
  config: Config,
  metrics: Metrics,
  logger: Logger,
  cleanup: (() => Promise<void>)[],
): Promise<void> {
  if (config.metrics === undefined || config.metrics === 'beside-api') return
  const { port, host } = config.metrics
  const server = createMetricsServer(metrics)
  const used = await listen(server, port, host, 'METRICS_')
  cleanup.push(() => close(server, 0))
  logger.info({ metrics: originOf(host, used) + METRICS_PATH }, 'listening for Prometheus')
}

/** The limit on requests, if there is one. */
function limitOn(
  databaseUrl: string,
  { http }: Config,
  logger: Logger,
  cleanup: (() => Promise<void>)[],
): Limit | undefined {
  if (http.rateLimit === undefined) return undefined
  const { limit, close } = openLimit(http.rateLimit, {
    databaseUrl,
    onFailure: (err) => {
      logger.warn({ err }, 'the database does not count requests; this copy counts its own')
    },
  })
  cleanup.push(close)
  return limit
}

/** Starts to listen, and returns where. */
async function openServer(
  config: Config,
  { description }: Surroundings,
  parts: Omit<Context, 'description' | 'errorsBase' | 'isStopping' | 'showsMetrics'>,
  cleanup: (() => Promise<void>)[],
): Promise<string> {
  let stopping = false
  let origin = ''
  const errorsBase = (): string => config.errorsBase ?? `${config.publicUrl ?? origin}/errors`
  const context: Context = {
    ...parts,
    showsMetrics: config.metrics === 'beside-api',
    description: loadDescription(description),
    errorsBase,
    isStopping: () => stopping,
  }
  const server = createHttpServer(await createApp(context), context)
  const port = await listen(server, config.port, config.host)
  origin = originOf(config.host, port)
  cleanup.push(async () => {
    stopping = true
    await close(server, GRACE_MS)
  })
  return origin
}

/** Where a client on this machine reaches a server that listens on `host`. */
function originOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
