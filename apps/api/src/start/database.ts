import { startEmbeddedPostgres } from '@workbench/embedded-postgres/start'
import { PostgresUnusable } from '@workbench/embedded-postgres/unusable'
import type { Logger } from 'pino'

import { recordChange } from '../changes/log/record-change.ts'
import type { Config } from '../config/config.ts'
import type { Connection } from '../config/database.ts'
import { type ClusterNode, readCluster } from '../db/distribution/read-cluster.ts'
import { openStore } from '../db/driver/connection-pool.ts'
import { isUnavailable } from '../db/errors/classify-error.ts'
import { migrateAtStartup, withMigrationPool } from '../db/migrations/migrate-at-startup.ts'
import { requireReadable } from '../db/query/readiness.ts'
import type { Store, StoreOptions } from '../db/store.ts'
import { StoreUnavailable } from '../domain/errors.ts'
import type { Metrics } from '../observability/metrics.ts'
import { summarizeError } from '../observability/serialize-error.ts'

import { StartupError } from './startup-error.ts'

/** Functions that release resources, in the order in which the resources were acquired. */
export type Cleanup = (() => Promise<void>)[]

/** While the database is away, everything that needs it fails again and again. */
const FAILURE_INTERVAL_MS = 10_000

/** Returns a function that logs failures: those of a database that is away once in a while and without a stack. */
export function logDatabaseFailure(
  logger: Logger,
  message: string,
  level: 'warn' | 'error' = 'warn',
): (error?: unknown) => void {
  let nextLine = -Infinity
  return (failure) => {
    const error = failure instanceof StoreUnavailable ? failure.cause : failure
    if (!isUnavailable(error)) {
      logger[level]({ err: error }, message)
    } else if (performance.now() >= nextLine) {
      logger[level]({ cause: summarizeError(error) }, message)
      nextLine = performance.now() + FAILURE_INTERVAL_MS
    }
  }
}

export interface EmbeddedOptions {
  /** The parent of the data directory of the embedded database. */
  dataDirectory: string
  /** The user id of this process; undefined on Windows. */
  uid: number | undefined
}

interface OpenDatabase {
  connection: () => Connection
  /** The nodes of a Citus cluster. */
  cluster: readonly ClusterNode[]
  /** Where the embedded server keeps its files. */
  directory: string | undefined
}

/** Migrates the database of `DATABASE_URL`. Without that setting, it starts the embedded server first. */
export async function openDatabase(
  config: Config,
  { dataDirectory, uid }: EmbeddedOptions,
  logger: Logger,
  cleanup: Cleanup,
): Promise<OpenDatabase> {
  if (config.database !== undefined) {
    const { connection } = config.database
    await migrate(connection, logger)
    const cluster = await withMigrationPool(connection, readCluster)
    return { connection, cluster, directory: undefined }
  }
  logger.info({ directory: dataDirectory }, 'starting the embedded PostgreSQL server')
  const message = 'the embedded PostgreSQL server exited; it is started again'
  const onExit = logDatabaseFailure(logger, message, 'error')
  const server = await startEmbeddedPostgres(dataDirectory, uid, onExit).catch((cause: unknown) => {
    if (!(cause instanceof PostgresUnusable)) throw cause
    throw new StartupError(`${cause.message}; to use another database, set DATABASE_URL`, { cause })
  })
  cleanup.push(server.stop)
  const connection = () => ({ connectionString: server.connectionString })
  await migrate(connection, logger)
  return { connection, cluster: [], directory: server.dataDirectory }
}

async function migrate(connection: () => Connection, logger: Logger): Promise<void> {
  const migrations = await migrateAtStartup(
    connection,
    logDatabaseFailure(logger, 'the database does not answer yet; connecting again'),
    (newer) => {
      logger.warn({ migrations: newer }, 'the database has migrations of a later version')
    },
  )
  if (migrations.length > 0) logger.info({ migrations }, 'database migrated')
}

/** Creates the connection pool of the API, and one for each node of a cluster. It logs the nodes that cannot be used now. */
export async function connect(
  { connection, cluster }: OpenDatabase,
  config: Config,
  logger: Logger,
  metrics: Metrics | undefined,
  cleanup: Cleanup,
): Promise<Store> {
  const logLostConnection = logDatabaseFailure(logger, 'database connection lost')
  const open = (address: object, stores?: Pick<StoreOptions, 'coordinator' | 'byBucket'>): Store => {
    const store = openStore({
      ...stores,
      connection: () => ({ ...connection(), ...address }),
      poolSize: config.poolSize,
      prepared: config.preparedStatements,
      isDistributed: cluster.length > 0,
      recorder: config.changesTtl === undefined ? undefined : recordChange,
      onFailure: metrics?.statementFailed,
      onLostConnection: (error: Error) => {
        metrics?.connectionLost()
        logLostConnection(error)
      },
      onPool: metrics?.registerPool,
    })
    cleanup.push(() => store.close())
    return store
  }
  let coordinator: Store | undefined
  const byBucket: Store[] = []
  for (const { host, port, isCoordinator, buckets } of cluster) {
    const store = open({ host, port })
    if (isCoordinator) coordinator = store
    for (const bucket of buckets) byBucket[bucket] = store
    const message = `the node ${host}:${port} cannot be used; requests that need it get 503`
    await requireReadable(store).catch(logDatabaseFailure(logger, message))
  }
  return open({}, { coordinator, byBucket })
}
