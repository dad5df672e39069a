import { type Kysely, sql } from 'kysely'
import pg from 'pg'

const FEATURE_NOT_SUPPORTED = '0A000'
const SYNTAX_ERROR = '42601'
const UNDEFINED_OBJECT = '42704'
const UNSUPPORTED = new Set([FEATURE_NOT_SUPPORTED, SYNTAX_ERROR, UNDEFINED_OBJECT])

/**
 * Executes an optional part of a migration in a savepoint. Returns false, with the part rolled back, if the database
 * engine does not support one of its statements.
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
    if (!(error instanceof pg.DatabaseError && UNSUPPORTED.has(error.code ?? ''))) throw error
    await sql`rollback to savepoint part`.execute(db)
    return false
  }
}
