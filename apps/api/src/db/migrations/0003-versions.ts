import { type Kysely, type Migration, sql } from 'kysely'

/** Adds a version number to projects and tasks, which every change increments. */
export const versions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ['projects', 'tasks']) {
      await sql`alter table ${sql.table(table)} add column if not exists version bigint not null default 1`.execute(
        db,
      )
    }
  },
}
