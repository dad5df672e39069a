import { type Kysely, type Migration, sql } from 'kysely'

import { tryInSavepoint } from './savepoint.ts'

/**
 * Maintains the number of projects by status with triggers, as 0006 does for tasks. The view `project_totals` sums the
 * counters, or counts the projects on engines without such triggers.
 */
export const projectCounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const hasTriggers = await tryInSavepoint(db, createCounters)
    const query = hasTriggers ? SUM_OF_COUNTERS : COUNT_OF_PROJECTS
    await sql`create or replace view project_totals as ${query}`.execute(db)
  },
}

const SUM_OF_COUNTERS = sql`select status, projects as total from project_counts`
const COUNT_OF_PROJECTS = sql`select status, count(*) as total from projects group by status`

/** As for tasks, each counter is the sum of several rows (slots), so that concurrent writers do not wait for each other. */
const TABLE = sql`
  create table if not exists project_counts (
    status text not null,
    slot uuid not null default gen_random_uuid(),
    projects bigint not null,
    primary key (status, slot)
  ) with (fillfactor = 50)`

const COUNT_FUNCTION = sql`
  create or replace function count_projects(of_status text, change bigint)
  returns void language plpgsql as $$
  begin
    update project_counts set projects = projects + change
    where status = of_status and slot = (
      select slot from project_counts where status = of_status limit 1 for no key update skip locked
    );
    if not found then
      insert into project_counts (status, projects) values (of_status, change);
    end if;
  end $$`

/** For each statement trigger: its transition tables, and the query for the changes by status. */
const EVENTS = {
  insert: {
    tables: 'new table as added',
    changes: 'select status, count(*) as change from added group by 1',
  },
  delete: {
    tables: 'old table as removed',
    changes: 'select status, -count(*) as change from removed group by 1',
  },
  update: {
    tables: 'old table as removed new table as added',
    changes: `
      select status, sum(n)::bigint as change from (
        select status, 1 as n from added union all select status, -1 from removed
      ) as changed group by 1 having sum(n) <> 0`,
  },
}

async function createCounters(db: Kysely<unknown>): Promise<void> {
  await TABLE.execute(db)
  await COUNT_FUNCTION.execute(db)
  for (const [event, { tables, changes }] of Object.entries(EVENTS)) {
    const body = `perform count_projects(status, change) from (${changes}) as changes;`
    await createTrigger(db, event, `referencing ${tables}`, body)
  }
  await createTrigger(db, 'truncate', '', 'delete from project_counts;')
  // `create trigger` locks the table against writes until this transaction ends, so no concurrent write is missed.
  await sql`delete from project_counts`.execute(db)
  await sql`
    insert into project_counts (status, projects) select status, count(*) from projects group by status`.execute(
    db,
  )
}

async function createTrigger(
  db: Kysely<unknown>,
  event: string,
  tables: string,
  body: string,
): Promise<void> {
  const [name, call] = [sql.id(`count_projects_after_${event}`), sql.raw(event)]
  await sql`
    create or replace function ${name}() returns trigger language plpgsql as $$
    begin
      ${sql.raw(body)}
      return null;
    end $$`.execute(db)
  await sql`drop trigger if exists ${name} on projects`.execute(db)
  await sql`
    create trigger ${name} after ${call} on projects ${sql.raw(tables)}
    for each statement execute function ${name}()`.execute(db)
}
