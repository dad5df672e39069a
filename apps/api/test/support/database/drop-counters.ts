import { type Kysely, sql } from 'kysely'

/** Removes what the migration 0008 creates. */
export async function dropProjectCounts<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`drop view project_totals`.execute(db)
  await sql`drop table project_counts`.execute(db)
  for (const event of ['insert', 'update', 'delete', 'truncate'])
    await sql`drop function ${sql.id(`count_projects_after_${event}`)} cascade`.execute(db)
  await sql`drop function count_projects`.execute(db)
}
