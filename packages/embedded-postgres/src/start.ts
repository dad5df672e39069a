import { once } from 'node:events'
import { lstat, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { type AcquiredServer, acquireServer } from './acquire-server.ts'
import { findBinaries } from './binaries.ts'
import {
  type Cluster,
  openCluster,
  removeStagingDirectories,
  stopCluster,
  throwUnwritable,
} from './cluster.ts'
import { requireOwnDirectory } from './file-owner.ts'
import { connectionString } from './ownership-lock.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { freePort } from './server-process.ts'
import { chooseServerUser } from './server-user.ts'
import { PostgresUnusable } from './unusable.ts'

const DATABASE = 'workbench'
const RESTART_DELAY_MS = 200

/**
 * Starts PostgreSQL on a directory, or takes over the server that a killed process has left running there. If the server
 * exits, it is restarted on the same port. Throws PostgresUnusable if another process uses the same data, or if PostgreSQL
 * cannot run on this machine; the server is then not left running.
 *
 * @param directory the parent of the data directory; created if it does not exist
 * @param uid the user id of this process; undefined on Windows
 * @param onServerExit called when the server has exited and is restarted, and with the error of each failed restart
 */
export async function startEmbeddedPostgres(
  directory: string,
  uid: number | undefined,
  onServerExit: (error?: unknown) => void,
) {
  const binaries = await findBinaries()
  // The lock file of PostgreSQL contains the path in one line.
  if (directory.includes('\n'))
    throw new PostgresUnusable('The path of the data directory must not contain a line break')
  await mkdir(directory, { recursive: true, mode: 0o755 }).catch(
    throwUnwritable('the data directory', directory),
  )
  if (uid === 0) await requireOwnDirectory(directory, uid, lstat)
  const user = await chooseServerUser(uid, binaries, directory)
  await requireOwnDirectory(join(directory, 'postgres'), user.uid, uid === 0 ? lstat : stat)
  const cluster = await openCluster(directory, user, binaries)
  const stopping = new AbortController()
  const server = await acquireServer(cluster, await freePort(), stopping.signal)
  const supervision = restartOnExit(cluster, server, onServerExit, stopping.signal)
  const stop = async (): Promise<void> => {
    stopping.abort()
    await supervision
    if ((await readPostmasterPid(cluster.data)) !== undefined) await stopCluster(cluster)
  }
  try {
    await createDatabase(server.connection)
    await removeStagingDirectories(directory, user)
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
  server: AcquiredServer,
  onServerExit: (error?: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  let connection: pg.Client | undefined = server.connection
  for (;;) {
    if (connection !== undefined) await once(connection, 'end', { signal }).catch(() => undefined)
    if (signal.aborted) return
    if (connection !== undefined) onServerExit()
    try {
      connection = (await acquireServer(cluster, server.port, signal)).connection
    } catch (error) {
      connection = undefined
      if (error !== signal.reason) onServerExit(error)
      await sleep(RESTART_DELAY_MS)
    }
  }
}

async function createDatabase(connection: pg.Client): Promise<void> {
  const { rowCount } = await connection.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) await connection.query(`create database ${DATABASE}`)
}
