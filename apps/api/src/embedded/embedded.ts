import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { StartFailure } from '../start-failure.ts'

import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { claim, connectionString } from './claim.ts'
import { type Cluster, openCluster, startCluster, stopCluster } from './cluster.ts'
import { freePort } from './free-port.ts'
import { findPostmaster } from './postmaster.ts'

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
  onLost: (error?: unknown) => void
}

const DATABASE = 'workbench'
const PAUSE_MS = 200
const MAX_ATTEMPTS = 100
/** A killed owner's lock goes away when the server notices; so long does another one wait. */
const MAX_REFUSALS = 15

/**
 * Starts PostgreSQL on a directory, or takes over the server that a killed process has left running there. A
 * server that dies is started again, on the same port.
 *
 * Throws StartFailure when another process uses the same data, or when PostgreSQL cannot run here.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const binaries = await findBinaries(options.platform, options.architecture)
  await makeDirectory(options.directory)
  const account = await chooseAccount(options.uid, binaries, options.directory)
  const cluster = await openCluster(options.directory, account, binaries)
  let { port, connection } = await own(cluster, await freePort())
  let stopping = false

  const keepAlive = (): void => {
    connection.once('end', () => {
      if (!stopping) void restart()
    })
  }
  const restart = async (): Promise<void> => {
    options.onLost()
    try {
      ;({ port, connection } = await own(cluster, port))
      keepAlive()
    } catch (error) {
      options.onLost(error)
      await sleep(PAUSE_MS)
      if (!stopping) await restart()
    }
  }

  keepAlive()
  await createDatabase(connection)
  await removeLeftovers(options.directory)
  return {
    connectionString: connectionString(cluster, port, DATABASE),
    data: cluster.data,
    stop: async () => {
      stopping = true
      await stopCluster(cluster)
    },
  }
}

async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (cause) {
    throw new StartFailure(
      `Cannot keep data in ${path}: ${String(cause)}; start where you may write, or set DATABASE_URL`,
      { cause },
    )
  }
}

/** Owns the cluster's server; starts it, on `port`, when none runs. */
async function own(cluster: Cluster, port: number): Promise<{ port: number; connection: pg.Client }> {
  let refusals = 0
  let lastError: unknown
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const running = await findPostmaster(cluster.data)
    if (running === undefined) {
      // Two processes may try at once; PostgreSQL lets one of them, and the other finds it running.
      await startCluster(cluster, port).catch((error: unknown) => (lastError = error))
      if ((await findPostmaster(cluster.data)) === undefined) throw lastError
    }
    const used = running?.port ?? port
    const { outcome, ...claimed } = await claim(cluster, used)
    if (outcome === 'owned' && 'connection' in claimed) return { port: used, ...claimed }
    if (outcome === 'taken' && ++refusals > MAX_REFUSALS) {
      throw new StartFailure(
        `The data in ${cluster.data} is in use by another copy of the server; stop that one, or set DATABASE_URL for both`,
      )
    }
    await sleep(PAUSE_MS)
  }
  throw new StartFailure(`The database in ${cluster.data} does not answer`, {
    cause: lastError,
  })
}

async function createDatabase(connection: pg.Client): Promise<void> {
  const { rowCount } = await connection.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) await connection.query(`create database ${DATABASE}`)
}

/** Removes what was left of clusters that were never finished; only the owner may. */
async function removeLeftovers(directory: string): Promise<void> {
  const names = await readdir(directory)
  for (const name of names.filter((name) => name.startsWith('new-'))) {
    await rm(join(directory, name), { recursive: true, force: true })
  }
}
