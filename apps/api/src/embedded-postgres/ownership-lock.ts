import { realpath } from 'node:fs/promises'

import pg from 'pg'

import { type Cluster, SUPERUSER } from './cluster.ts'

/** Any number; all copies of this server use it. */
const LOCK_ID = 20_250_801

/**
 * What came of an attempt to own a running server. The owner holds a lock in it for as long as it lives, so that
 * nothing is left behind by one that is killed.
 */
export type LockAttempt =
  { outcome: 'owned'; connection: pg.Client } | { outcome: 'taken' } | { outcome: 'unreachable' }

export function connectionString({ password }: Cluster, port: number, database: string): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
}

/** Tries to become the owner of the server on this port, if it is the one that serves this cluster. */
export async function tryOwnershipLock(cluster: Cluster, port: number): Promise<LockAttempt> {
  const connection = new pg.Client({
    connectionString: connectionString(cluster, port, 'postgres'),
    connectionTimeoutMillis: 2_000,
    query_timeout: 20_000,
    keepAlive: true,
  })
  connection.on('error', () => undefined)
  try {
    await connection.connect()
    const { rows } = await connection.query<{ data: string }>(
      `select current_setting('data_directory') as data`,
    )
    if (rows[0]?.data !== (await realpath(cluster.data)) && rows[0]?.data !== cluster.data) {
      await connection.end()
      return { outcome: 'unreachable' }
    }
    if (await lock(connection)) return { outcome: 'owned', connection }
    await connection.end()
    return { outcome: 'taken' }
  } catch {
    // A connection that failed need not end in good order.
    void connection.end().catch(() => undefined)
    return { outcome: 'unreachable' }
  }
}

async function lock(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    LOCK_ID,
  ])
  return rows[0]?.locked === true
}
