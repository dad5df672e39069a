import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { StartupError } from '../config/startup-error.ts'

import { chooseServerUser } from './server-user.ts'
import { findBinaries } from './binaries.ts'
import { connectionString } from './ownership-lock.ts'
import { type Cluster, openCluster, stopCluster } from './cluster.ts'
import { freePort } from './free-port.ts'
import { acquireServer, type AcquiredServer } from './acquire-server.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { removeLeftovers } from './staging-directory.ts'

/** A PostgreSQL server of this process's own. */
export interface EmbeddedDatabase {
  connectionString: string
  /** Where PostgreSQL keeps its files. */
  data: string
  stop: () => Promise<void>
}

export interface EmbeddedOptions {
  /** Where the data is kept; made if it is not there. */
  directory: string
  platform: NodeJS.Platform
  architecture: string
  /** Undefined where users have no numbers. */
  uid: number | undefined
  /** Told when the server died and is started again, and when that does not work. */
  onServerExit: (error?: unknown) => void
}

const DATABASE = 'workbench'
const PAUSE_MS = 200

/**
 * Starts PostgreSQL on a directory, or takes over the server that a killed process has left running there. A
 * server that dies is started again, on the same port.
 *
 * Throws StartFailure when another process uses the same data, or when PostgreSQL cannot run here; nothing is left
 * running then.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const binaries = await findBinaries(options.platform, options.architecture)
  await makeDirectory(options.directory)
  const user = await chooseServerUser(options.uid, binaries, options.directory)
  const cluster = await openCluster(options.directory, user, binaries)
  const stopping = new AbortController()
  const owned = await acquireServer(cluster, await freePort(), stopping.signal)
  const watching = watch(cluster, owned, options.onServerExit, stopping.signal)
  const stop = async (): Promise<void> => {
    stopping.abort()
    await watching
    if ((await readPostmasterPid(cluster.data)) !== undefined) await stopCluster(cluster)
  }
  try {
    await createDatabase(owned.connection)
    await removeLeftovers(options.directory)
  } catch (error) {
    // An open connection would keep this process from ending, whatever comes of the stop.
    await stop().finally(() => owned.connection.end())
    throw error
  }
  return { connectionString: connectionString(cluster, owned.port, DATABASE), data: cluster.data, stop }
}

/** Starts the server again whenever it is gone, until it is to stop. */
async function watch(
  cluster: Cluster,
  { port, connection }: AcquiredServer,
  onServerExit: EmbeddedOptions['onServerExit'],
  signal: AbortSignal,
): Promise<void> {
  let owner: pg.Client | undefined = connection
  while (owner !== undefined) {
    await once(owner, 'end', { signal }).catch(() => undefined)
    owner = await restart(cluster, port, onServerExit, signal)
  }
}

/** Tries until the server is this process's own again; undefined when it is to stop. */
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
      await sleep(PAUSE_MS)
    }
  }
  return undefined
}

async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (cause) {
    throw new StartupError(
      `Cannot keep data in ${path}: ${String(cause)}; start where you may write, or set DATABASE_URL`,
      { cause },
    )
  }
}

async function createDatabase(connection: pg.Client): Promise<void> {
  const { rowCount } = await connection.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) await connection.query(`create database ${DATABASE}`)
}
