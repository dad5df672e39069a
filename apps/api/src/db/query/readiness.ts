import { sql } from 'kysely'

import { StoreUnavailable } from '../../domain/errors.ts'
import type { Store } from '../store.ts'

/** Reads no row. It fails if the database does not respond, or if a table is missing or may not be read. */
const CHECK = sql`
  select 1 from projects, tasks, project_totals, task_totals, idempotency_keys, database_epoch limit 0`

/** Throws StoreUnavailable unless the server can read its tables. */
export async function requireReadable(store: Store): Promise<void> {
  try {
    await store.run((db) => CHECK.execute(db))
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    throw new StoreUnavailable('The tables of the database cannot be read', { cause: error })
  }
}
