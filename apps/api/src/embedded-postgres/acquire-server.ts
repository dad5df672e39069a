import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { StartupError } from '../config/startup-error.ts'

import { tryOwnershipLock } from './ownership-lock.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { readPostmasterPid } from './postmaster-pid.ts'

const PAUSE_MS = 200
const MAX_ATTEMPTS = 100
/** A killed owner's lock goes away when the server notices; so long does another one wait. */
const MAX_REFUSALS = 15
/** A killed server's processes keep another one from starting until the last of them has noticed. */
const MAX_FAILED_STARTS = 10

/** A running server, and the connection whose lock makes it this process's own. */
export interface AcquiredServer {
  port: number
  connection: pg.Client
}

/**
 * Owns the cluster's server; starts it, on `port`, when none runs.
 *
 * Throws StartFailure when another process owns it, or when it cannot be started; what `signal` has when that says
 * that nobody wants it any more.
 */
export async function acquireServer(
  cluster: Cluster,
  port: number,
  signal: AbortSignal,
): Promise<AcquiredServer> {
  let refusals = 0
  let failures = 0
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    signal.throwIfAborted()
    const running = await readPostmasterPid(cluster.data)
    if (running === undefined) {
      try {
        await startCluster(cluster, port)
      } catch (error) {
        // Two processes may try at once; PostgreSQL lets one of them, and the other finds it running.
        if ((await readPostmasterPid(cluster.data)) === undefined && ++failures === MAX_FAILED_STARTS)
          throw error
        await sleep(PAUSE_MS)
        continue
      }
    }
    const used = running?.port ?? port
    const { outcome, ...claimed } = await tryOwnershipLock(cluster, used)
    if (outcome === 'owned' && 'connection' in claimed) return { port: used, ...claimed }
    if (outcome === 'taken' && ++refusals > MAX_REFUSALS) {
      throw new StartupError(
        `The data in ${cluster.data} is in use by another copy of the server; stop that one, or set DATABASE_URL for both`,
      )
    }
    await sleep(PAUSE_MS)
  }
  throw new StartupError(`The database in ${cluster.data} does not answer`)
}
