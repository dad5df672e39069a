import { type Kysely, sql } from 'kysely'
import pg from 'pg'

/** Not supported, a syntax error, and a language or a kind of object that is not there. */
const UNKNOWN_HERE = new Set(['0A000', '42601', '42704'])

/**
 * Does a part of a migration that not every engine can do. Returns whether this one can; where it cannot, nothing of
 * that part is left.
 */
export async function tryInSavepoint(
  db: Kysely<unknown>,
  part: (db: Kysely<unknown>) => Promise<void>,
): Promise<boolean> {
  await sql`savepoint part`.execute(db)
  try {
    await part(db)
    await sql`release savepoint part`.execute(db)
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && UNKNOWN_HERE.has(error.code ?? ''))) throw error
    await sql`rollback to savepoint part`.execute(db)
    return false
  }
}
