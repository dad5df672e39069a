import { sql } from 'kysely'

import { StoreUnavailable } from '../../domain/errors.ts'
import type { Store } from '../store.ts'

const TABLES = 'projects tasks project_totals task_totals idempotency_keys database_epoch'.split(' ')

/**
 * Throws StoreUnavailable unless the server can read its tables. It reads no row: the statement fails if the database does
 * not respond, or if a table is missing or may not be read.
 */
export async function requireReadable(store: Store): Promise<void> {
  try {
    await store.run((db) =>
      // Each by itself: a distributed database cannot join them.
      sql`${sql.join(
        TABLES.map((name) => sql`select 1 from ${sql.table(name)} where false`),
        sql` union all `,
      )}`.execute(db),
    )
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    throw new StoreUnavailable('The tables of the database cannot be read', { cause: error })
  }
}
