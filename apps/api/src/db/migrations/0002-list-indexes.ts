import { type Kysely, type Migration, sql } from 'kysely'

/**
 * One index for each sort order of each list, with the id as tie-breaker; a descending list scans it backward. Only the
 * due date needs two, because missing dates come last in both directions. Lists filtered by status or priority have
 * an index for the default order, which also serves their counts.
 */
const INDEXES = {
  projects_by_created_at: 'projects (created_at, id)',
  projects_by_updated_at: 'projects (updated_at, id)',
  projects_by_name: 'projects (name, id)',
  projects_by_status_rank: 'projects (status_rank, id)',
  projects_of_status_by_created_at: 'projects (status, created_at, id)',
  projects_of_status_by_updated_at: 'projects (status, updated_at, id)',
  projects_of_status_by_name: 'projects (status, name, id)',
  tasks_by_id: 'tasks (project_id, id)',
  tasks_by_created_at: 'tasks (project_id, created_at, id)',
  tasks_by_updated_at: 'tasks (project_id, updated_at, id)',
  tasks_by_title: 'tasks (project_id, title, id)',
  tasks_by_status_rank: 'tasks (project_id, status_rank, id)',
  tasks_by_priority_rank: 'tasks (project_id, priority_rank, id)',
  tasks_by_due_date_asc: 'tasks (project_id, due_date_missing, due_date, id)',
  tasks_by_due_date_desc: 'tasks (project_id, due_date_missing, due_date desc, id desc)',
  tasks_of_status_by_created_at: 'tasks (project_id, status, created_at, id)',
  tasks_of_priority_by_created_at: 'tasks (project_id, priority, created_at, id)',
  tasks_of_status_and_priority_by_created_at: 'tasks (project_id, status, priority, created_at, id)',
}

/** One index for each sort of the tasks of all projects; the primary key is that of the id. */
const INDEXES_OF_ALL_TASKS = {
  all_tasks_by_created_at: 'tasks (created_at, id)',
  all_tasks_by_updated_at: 'tasks (updated_at, id)',
  all_tasks_by_priority_rank: 'tasks (priority_rank, id)',
  all_tasks_by_due_date: 'tasks (due_date_missing, due_date, id)',
}

const createIndexes = (indexes: Readonly<Record<string, string>>): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [name, definition] of Object.entries(indexes))
      await sql`create index if not exists ${sql.id(name)} on ${sql.raw(definition)}`.execute(db)
  },
})

export const listIndexes = createIndexes(INDEXES)
export const indexesOfAllTasks = createIndexes(INDEXES_OF_ALL_TASKS)
