import { type Kysely, sql } from 'kysely'

import { StoreUnavailable } from '../../domain/errors.ts'

import type { Database } from '../schema.ts'

import { runWithRetry } from './retry.ts'

/** Reads no row. It fails if the database does not respond, or if a table is missing or may not be read. */
const CHECK = sql`
  select 1 from projects, tasks, project_totals, task_totals, idempotency_keys, database_epoch limit 0`

/** Throws StoreUnavailable unless the server can read its tables. */
export async function requireReadable(db: Kysely<Database>): Promise<void> {
  try {
    await runWithRetry(db, () => CHECK.execute(db))
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    throw new StoreUnavailable('The tables of the database cannot be read', { cause: error })
  }
}
