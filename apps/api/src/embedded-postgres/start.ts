import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { StartupError } from '../config/startup-error.ts'

import { type AcquiredServer, acquireServer } from './acquire-server.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, openCluster, requireDataOwner, stopCluster } from './cluster.ts'
import { connectionString } from './ownership-lock.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { freePort } from './server-process.ts'
import { chooseServerUser } from './server-user.ts'
import { removeStagingDirectories } from './staging-directory.ts'

/** A PostgreSQL server that this process owns. */
interface EmbeddedDatabase {
  connectionString: string
  dataDirectory: string
  stop: () => Promise<void>
}

export interface EmbeddedOptions {
  /** The parent of the data directory; created if it does not exist. */
  directory: string
  platform: NodeJS.Platform
  architecture: string
  /** The user id of this process; undefined on Windows. */
  uid: number | undefined
  /** Called when the server has exited and is restarted, and with the error of each failed restart. */
  onServerExit: (error?: unknown) => void
}

const DATABASE = 'workbench'
const RESTART_DELAY_MS = 200

/**
 * Starts PostgreSQL on a directory, or takes over the server that a killed process has left running there. If the server
 * exits, it is restarted on the same port.
 *
 * Throws StartupError if another process uses the same data, or if PostgreSQL cannot run on this machine; the server is
 * then not left running.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const binaries = await findBinaries(options.platform, options.architecture)
  await makeDirectory(options.directory)
  const user = await chooseServerUser(options.uid, binaries, options.directory)
  await requireDataOwner(join(options.directory, 'postgres'), user.ids?.uid ?? options.uid)
  const cluster = await openCluster(options.directory, user, binaries)
  const stopping = new AbortController()
  const server = await acquireServer(cluster, await freePort(), stopping.signal)
  const supervision = restartOnExit(cluster, server, options.onServerExit, stopping.signal)
  const stop = async (): Promise<void> => {
    stopping.abort()
    await supervision
    if ((await readPostmasterPid(cluster.data)) !== undefined) await stopCluster(cluster)
  }
  try {
    await createDatabase(server.connection)
    await removeStagingDirectories(options.directory)
  } catch (error) {
    try {
      await stop()
    } finally {
      // An open connection would keep the event loop running, even if the stop fails.
      await server.connection.end()
    }
    throw error
  }
  return {
    connectionString: connectionString(cluster, server.port, DATABASE),
    dataDirectory: cluster.data,
    stop,
  }
}

/** Restarts the server whenever its connection ends, until `signal` is aborted. */
async function restartOnExit(
  cluster: Cluster,
  { port, connection }: AcquiredServer,
  onServerExit: EmbeddedOptions['onServerExit'],
  signal: AbortSignal,
): Promise<void> {
  let current: pg.Client | undefined = connection
  while (current !== undefined) {
    await once(current, 'end', { signal }).catch(() => undefined)
    current = await restart(cluster, port, onServerExit, signal)
  }
}

/** Retries until the server is acquired again. Returns undefined once `signal` is aborted. */
async function restart(
  cluster: Cluster,
  port: number,
  onServerExit: EmbeddedOptions['onServerExit'],
  signal: AbortSignal,
): Promise<pg.Client | undefined> {
  if (!signal.aborted) onServerExit()
  while (!signal.aborted) {
    try {
      return (await acquireServer(cluster, port, signal)).connection
    } catch (error) {
      if (error !== signal.reason) onServerExit(error)
      await sleep(RESTART_DELAY_MS)
    }
  }
  return undefined
}

async function makeDirectory(path: string): Promise<void> {
  // The lock file of PostgreSQL contains the path in one line.
  if (path.includes('\n'))
    throw new StartupError('The path of the data directory must not contain a line break')
  try {
    await mkdir(path, { recursive: true })
  } catch (cause) {
    throw new StartupError(
      `Cannot create the data directory ${path}: ${String(cause)}; start the server in a writable directory, or set DATABASE_URL`,
      { cause },
    )
  }
}

async function createDatabase(connection: pg.Client): Promise<void> {
  const { rowCount } = await connection.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) await connection.query(`create database ${DATABASE}`)
}
