import { sql } from 'kysely'

import { openMigrationPool } from '../../src/db/driver/connection-pool.ts'
import { MIGRATIONS } from '../../src/db/migrations/index.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { createDatabase } from '../support/database/database.ts'

/** PostgreSQL reports the conflict of two processes that create the same table with one of these, by their timing. */
const CONFLICTS = ['unique_violation', 'duplicate_table', 'duplicate_object']

describe('migrate(), if another process creates its first table at the same time,', () => {
  it.each(CONFLICTS)('tries again after the error %s', async (condition) => {
    const database = await createDatabase()
    const db = openMigrationPool(database.url)
    try {
      // A sequence keeps its value when the statement that has used it fails.
      await sql`create sequence attempts`.execute(db)
      await sql`
        create function fail_once() returns event_trigger language plpgsql as $$
        begin
          if nextval('attempts') = 1 then raise ${sql.raw(condition)}; end if;
        end $$`.execute(db)
      await sql`
        create event trigger fail_once on ddl_command_start when tag in ('CREATE TABLE')
        execute function fail_once()`.execute(db)
      expect(await migrate(db)).toEqual(Object.keys(MIGRATIONS))
    } finally {
      await db.destroy()
      await database.drop()
    }
  })
})
