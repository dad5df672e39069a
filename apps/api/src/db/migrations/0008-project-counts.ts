import { sql } from 'kysely'

import { countersOf } from './triggers/counters.ts'

/** Counts the projects by status, as 0006 does for tasks. */
export const projectCounts = countersOf({
  table: 'projects',
  columns: { status: 'text' },
  createTable: sql`
    create table if not exists project_counts (
      status text not null,
      slot uuid not null default gen_random_uuid(),
      projects bigint not null,
      primary key (status, slot)
    ) with (fillfactor = 50)`,
  insert: 'insert into project_counts (status, projects) values (of_status, change)',
})
