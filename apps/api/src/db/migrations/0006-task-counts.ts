import { type Kysely, type Migration, sql } from 'kysely'

import { tryInSavepoint } from './savepoint.ts'

/**
 * How many tasks of each status and priority each project has, kept by the database with every write, whoever
 * writes. A list reads its total from the view `task_totals`, which adds up what is kept; where an engine has no such
 * triggers, the view counts the tasks instead, and is as exact but not as fast.
 */
export const taskCounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const kept = await tryInSavepoint(db, keepCounts)
    await sql`create or replace view task_totals as ${kept ? KEPT : COUNTED}`.execute(db)
  },
}

const KEPT = sql`select project_id, status, priority, tasks as total from task_counts`
const COUNTED = sql`
  select project_id, status, priority, count(*) as total from tasks group by project_id, status, priority`

/**
 * Several rows add up to one count, each in a slot of its own: a write takes a row that nobody holds, or adds one, so
 * that writers of one project do not wait for each other. There are as many as ever wrote at once; a single one may
 * be negative. Half of each page is left free, for the new version of a row to stand beside the old one.
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

/** A deleted project takes its counts with it; the tasks that go with it as well find neither. */
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

/** What a statement changed is counted once for each status and priority, not for each of its rows. */
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

async function keepCounts(db: Kysely<unknown>): Promise<void> {
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
  // Making a trigger has stopped all writes until this transaction ends: nothing is missed or counted twice.
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
