import { type Kysely, type Migration, sql } from 'kysely'

/** One index for each sort of the tasks of all projects; the primary key is that of the id. */
const INDEXES = {
  all_tasks_by_created_at: 'tasks (created_at, id)',
  all_tasks_by_updated_at: 'tasks (updated_at, id)',
  all_tasks_by_priority_rank: 'tasks (priority_rank, id)',
  all_tasks_by_due_date: 'tasks (due_date_missing, due_date, id)',
}

export const indexesOfAllTasks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [name, definition] of Object.entries(INDEXES))
      await sql`create index if not exists ${sql.id(name)} on ${sql.raw(definition)}`.execute(db)
  },
}
