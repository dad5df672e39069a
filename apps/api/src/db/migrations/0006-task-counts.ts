import { type Kysely, type Migration, sql } from 'kysely'

import { tryInSavepoint } from './savepoint.ts'

/**
 * Maintains the number of tasks by project, status and priority with triggers, so that a list does not count its rows.
 * The view `task_totals` sums the counters. On engines without statement triggers with transition tables, the view counts
 * the tasks instead, which is slower.
 */
export const taskCounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const hasTriggers = await tryInSavepoint(db, createCounters)
    // Later migrations add columns to the view.
    await sql`drop view if exists task_totals`.execute(db)
    await sql`create view task_totals as ${hasTriggers ? SUM_OF_COUNTERS : COUNT_OF_TASKS}`.execute(db)
  },
}

const SUM_OF_COUNTERS = sql`select project_id, status, priority, tasks as total from task_counts`
const COUNT_OF_TASKS = sql`
  select project_id, status, priority, count(*) as total from tasks group by project_id, status, priority`

/**
 * Each counter is the sum of several rows (slots), so that concurrent writers of a project do not wait for each other:
 * a writer updates a slot that is not locked, or inserts a new one. A single slot may be negative. The fill factor of
 * 50 leaves room in each page for heap-only tuple updates.
 */
const TABLE = sql`
  create table if not exists task_counts (
    project_id uuid not null references projects (id) on delete cascade,
    status text not null,
    priority text not null,
    slot uuid not null default gen_random_uuid(),
    tasks bigint not null,
    primary key (project_id, status, priority, slot)
  ) with (fillfactor = 50)`

/** The insert selects from projects because `on delete cascade` deletes tasks after their project and its counters. */
const COUNT_FUNCTION = sql`
  create or replace function count_tasks(of_project uuid, of_status text, of_priority text, change bigint)
  returns void language plpgsql as $$
  begin
    update task_counts set tasks = tasks + change
    where project_id = of_project and status = of_status and priority = of_priority and slot = (
      select slot from task_counts
      where project_id = of_project and status = of_status and priority = of_priority
      limit 1 for no key update skip locked
    );
    if not found then
      insert into task_counts (project_id, status, priority, tasks)
      select id, of_status, of_priority, change from projects where id = of_project;
    end if;
  end $$`

/** For each statement trigger: its transition tables, and the query for the changes by status and priority. */
const EVENTS = {
  insert: {
    tables: 'new table as added',
    changes: 'select project_id, status, priority, count(*) as change from added group by 1, 2, 3',
  },
  delete: {
    tables: 'old table as removed',
    changes: 'select project_id, status, priority, -count(*) as change from removed group by 1, 2, 3',
  },
  update: {
    tables: 'old table as removed new table as added',
    changes: `
      select project_id, status, priority, sum(n)::bigint as change from (
        select project_id, status, priority, 1 as n from added
        union all select project_id, status, priority, -1 from removed
      ) as changed group by 1, 2, 3 having sum(n) <> 0`,
  },
}

async function createCounters(db: Kysely<unknown>): Promise<void> {
  await TABLE.execute(db)
  await COUNT_FUNCTION.execute(db)
  for (const [event, { tables, changes }] of Object.entries(EVENTS)) {
    await createTrigger(
      db,
      event,
      `referencing ${tables}`,
      `
      perform count_tasks(project_id, status, priority, change) from (${changes}) as changes;`,
    )
  }
  await createTrigger(db, 'truncate', '', 'delete from task_counts;')
  // `create trigger` locks the table against writes until this transaction ends, so no concurrent write is missed.
  await sql`delete from task_counts`.execute(db)
  await sql`
    insert into task_counts (project_id, status, priority, tasks)
    select project_id, status, priority, count(*) from tasks group by project_id, status, priority`.execute(
    db,
  )
}

async function createTrigger(
  db: Kysely<unknown>,
  event: string,
  tables: string,
  body: string,
): Promise<void> {
  const [name, call] = [sql.id(`count_tasks_after_${event}`), sql.raw(event)]
  await sql`
    create or replace function ${name}() returns trigger language plpgsql as $$
    begin
      ${sql.raw(body)}
      return null;
    end $$`.execute(db)
  await sql`drop trigger if exists ${name} on tasks`.execute(db)
  await sql`
    create trigger ${name} after ${call} on tasks ${sql.raw(tables)}
    for each statement execute function ${name}()`.execute(db)
}
