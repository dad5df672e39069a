import { type Kysely, type Migration, type RawBuilder, sql } from 'kysely'

/** The counters of the rows of a table, by some of its columns. */
interface Counters {
  /** The counted table, which is also the name of the column with the number. */
  table: 'projects' | 'tasks'
  /** The columns that the rows are counted by, with their types. */
  columns: Readonly<Record<string, string>>
  /** The statement that creates the table of the counters. */
  createTable: RawBuilder<unknown>
  /** The statement of the counting function that inserts a counter. */
  insert: string
}

/**
 * Maintains the number of rows with triggers, so that a list does not count its rows. The view `<name>_totals` sums the
 * counters.
 */
export const countersOf = (counters: Counters): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const { table } = counters
    const { names, name } = namesOf(counters)
    await createCounters(db, counters)
    const query = `select ${names}, ${table} as total from ${name}_counts`
    const view = sql.id(`${name}_totals`)
    // Not replaced, because a later migration adds a column to one.
    await sql`drop view if exists ${view}`.execute(db)
    await sql`create view ${view} as ${sql.raw(query)}`.execute(db)
  },
})

const namesOf = ({ table, columns }: Counters) => ({
  names: Object.keys(columns).join(', '),
  name: table.slice(0, -1),
})

/**
 * Each counter is the sum of several rows (slots), so that concurrent writers do not wait for each other: a writer updates
 * a slot that is not locked, or inserts a new one. A single slot may be negative.
 */
async function createCounters(db: Kysely<unknown>, counters: Counters): Promise<void> {
  const { table, columns, createTable, insert } = counters
  const { names, name } = namesOf(counters)
  await createTable.execute(db)
  const parameters = Object.entries(columns).map(([column, type]) => `of_${column} ${type}`)
  const where = Object.keys(columns).map((column) => `${column} = of_${column}`)
  await sql`
    create or replace function ${sql.id(`count_${table}`)}(${sql.raw([...parameters, 'change bigint'].join(', '))})
    returns void language plpgsql as $$
    begin
      ${sql.raw(`
      update ${name}_counts set ${table} = ${table} + change
      where ${where.join(' and ')} and slot = (
        select slot from ${name}_counts where ${where.join(' and ')} limit 1 for no key update skip locked
      );
      if not found then
        ${insert};
      end if;`)}
    end $$`.execute(db)
  for (const [event, { tables, changes }] of Object.entries(eventsOf(names))) {
    const body = `perform count_${table}(${names}, change) from (${changes}) as changes;`
    await createTrigger(db, table, event, `referencing ${tables}`, body)
  }
  await createTrigger(db, table, 'truncate', '', `delete from ${name}_counts;`)
  // `create trigger` locks the table against writes until this transaction ends, so no concurrent write is missed.
  await sql`delete from ${sql.id(`${name}_counts`)}`.execute(db)
  await sql`
    insert into ${sql.id(`${name}_counts`)} (${sql.raw(`${names}, ${table}`)})
    select ${sql.raw(names)}, count(*) from ${sql.id(table)} group by ${sql.raw(names)}`.execute(db)
}

/** For each statement trigger: its transition tables, and the query for the changes of the counters. */
const eventsOf = (names: string) => ({
  insert: {
    tables: 'new table as added',
    changes: `select ${names}, count(*) as change from added group by ${names}`,
  },
  delete: {
    tables: 'old table as removed',
    changes: `select ${names}, -count(*) as change from removed group by ${names}`,
  },
  update: {
    tables: 'old table as removed new table as added',
    changes: `
      select ${names}, sum(n)::bigint as change from (
        select ${names}, 1 as n from added union all select ${names}, -1 from removed
      ) as changed group by ${names} having sum(n) <> 0`,
  },
})

async function createTrigger(
  db: Kysely<unknown>,
  table: string,
  event: string,
  tables: string,
  body: string,
): Promise<void> {
  const name = sql.id(`count_${table}_after_${event}`)
  await sql`
    create or replace function ${name}() returns trigger language plpgsql as $$
    begin
      ${sql.raw(body)}
      return null;
    end $$`.execute(db)
  await sql`drop trigger if exists ${name} on ${sql.id(table)}`.execute(db)
  await sql`
    create trigger ${name} after ${sql.raw(event)} on ${sql.id(table)} ${sql.raw(tables)}
    for each statement execute function ${name}()`.execute(db)
}
