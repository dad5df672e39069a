import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Tells the planner that all tasks of a project have its bucket. Otherwise it expects one row where a statement names
 * both, and sorts all tasks of the project instead of reading a page from an index.
 */
export const bucketStatistics: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create statistics if not exists tasks_bucket (dependencies) on project_id, bucket from tasks`.execute(
      db,
    )
    await sql`analyze tasks`.execute(db)
  },
}
