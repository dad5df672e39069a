import { sql } from 'kysely'

import { countersOf } from './triggers/counters.ts'

/**
 * Counts the tasks by project, status and priority. The fill factor of 50 leaves room in each page for heap-only tuple
 * updates. The insert selects from projects because `on delete cascade` deletes tasks after their project and its
 * counters.
 */
export const taskCounts = countersOf({
  table: 'tasks',
  columns: { project_id: 'uuid', status: 'text', priority: 'text' },
  createTable: sql`
    create table if not exists task_counts (
      project_id uuid not null references projects (id) on delete cascade,
      status text not null,
      priority text not null,
      slot uuid not null default gen_random_uuid(),
      tasks bigint not null,
      primary key (project_id, status, priority, slot)
    ) with (fillfactor = 50)`,
  insert: `
    insert into task_counts (project_id, status, priority, tasks)
    select id, of_status, of_priority, change from projects where id = of_project_id`,
})
