import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { type Cluster, stopCluster } from './cluster.ts'
import { tryOwnershipLock } from './ownership-lock.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { startServerProcess } from './server-process.ts'
import { PostgresUnusable } from './unusable.ts'

const RETRY_DELAY_MS = 200
const MAX_ATTEMPTS = 100
/** PostgreSQL releases the lock of a killed process when it detects the closed connection, which takes a while. */
const MAX_LOCK_CONFLICTS = 15
/** The child processes of a killed server prevent the start of another one until all of them have exited. */
const MAX_FAILED_STARTS = 10

/** A running server, and the connection that holds the ownership lock. */
export interface AcquiredServer {
  port: number
  connection: pg.Client
}

/**
 * Acquires the ownership lock of the cluster's server. Starts the server on `port` if it is not running.
 *
 * Throws PostgresUnusable if another process owns the server, or if it cannot be started; throws the reason of `signal` once
 * it is aborted. A server that it has started is then stopped, unless another process has acquired the lock.
 */
export async function acquireServer(
  cluster: Cluster,
  port: number,
  signal: AbortSignal,
): Promise<AcquiredServer> {
  let startedPid: number | undefined
  let conflicts = 0
  let failedStarts = 0
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      signal.throwIfAborted()
      const running = await readPostmasterPid(cluster.data)
      try {
        if (running === undefined) startedPid = await startServerProcess(cluster, port)
      } catch (error) {
        // If two processes start the server at the same time, one of them fails and then finds the server running.
        const isRunning = (await readPostmasterPid(cluster.data)) !== undefined
        if (!isRunning && ++failedStarts === MAX_FAILED_STARTS) throw error
        await sleep(RETRY_DELAY_MS)
        continue
      }
      const actualPort = running?.port ?? port
      const lock = await tryOwnershipLock(cluster, actualPort)
      if (lock.outcome === 'acquired') return { port: actualPort, connection: lock.connection }
      if (lock.outcome === 'held-by-other') {
        // The holder of the lock serves from the server, even if this process has started it.
        startedPid = undefined
        if (++conflicts > MAX_LOCK_CONFLICTS) {
          throw new PostgresUnusable(
            `The data in ${cluster.data} is in use by another copy of the server; stop that one`,
          )
        }
      }
      await sleep(RETRY_DELAY_MS)
    }
    throw new PostgresUnusable(`The database in ${cluster.data} does not respond`)
  } catch (error) {
    const running = await readPostmasterPid(cluster.data)
    if (running !== undefined && running.pid === startedPid) await stopCluster(cluster)
    throw error
  }
}
