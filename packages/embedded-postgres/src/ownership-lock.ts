import { realpath } from 'node:fs/promises'

import pg from 'pg'

import { type Cluster, SUPERUSER } from './cluster.ts'

const ADVISORY_LOCK_ID = 20_250_801

/**
 * The process that owns the server holds an advisory lock in it. PostgreSQL releases the lock when the connection ends,
 * so a killed process leaves no stale lock.
 */
type LockAttempt =
  | { outcome: 'acquired'; connection: pg.Client }
  | { outcome: 'held-by-other' }
  | { outcome: 'unreachable' }

export function connectionString({ password }: Cluster, port: number, database: string): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
}

/** Tries to acquire the lock in the server on this port. It is `unreachable` if it serves another data directory. */
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
    const lock = await connection.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      ADVISORY_LOCK_ID,
    ])
    if (lock.rows[0]?.locked === true) return { outcome: 'acquired', connection }
    await connection.end()
    return { outcome: 'held-by-other' }
  } catch {
    // Not awaited: a broken connection may not respond to its end.
    void connection.end().catch(() => undefined)
    return { outcome: 'unreachable' }
  }
}
