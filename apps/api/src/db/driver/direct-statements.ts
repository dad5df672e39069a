import type { CompiledQuery, Kysely } from 'kysely'
import type { Pool } from 'pg'

import type { Database } from '../schema.ts'

import { Pipeline } from './pipelining.ts'

interface Direct {
  pool: Pool
  /** Undefined if pipelining is disabled. */
  pipeline: Pipeline | undefined
}

const direct = new WeakMap<Kysely<Database>, Direct>()

/**
 * Lets `executeStatement` use the connections of `pool`. Kysely's executor needs more time to get a connection for a
 * single statement than the driver needs to send it.
 */
export function enableDirectStatements(
  db: Kysely<Database>,
  pool: Pool,
  { pipeline }: { pipeline: boolean },
): void {
  // With a single connection, transactions would wait for the reads.
  const canPipeline = pipeline && pool.options.max > 1
  direct.set(db, { pool, pipeline: canPipeline ? new Pipeline(pool) : undefined })
}

/**
 * Executes a single statement and returns its rows.
 *
 * @param canPipeline whether the statement reads, takes no lock and is fast; see `Pipeline`
 */
export async function executeStatement<Row>(
  db: Kysely<Database>,
  query: CompiledQuery<Row>,
  canPipeline: boolean,
): Promise<Row[]> {
  const { pool, pipeline } = direct.get(db) ?? {}
  if (pool === undefined) return (await db.executeQuery(query)).rows
  if (canPipeline && pipeline !== undefined)
    return (await pipeline.execute(query.sql, query.parameters)) as Row[]
  const client = await pool.connect()
  try {
    return (await client.query(query.sql, query.parameters as unknown[])).rows as Row[]
  } finally {
    client.release()
  }
}
