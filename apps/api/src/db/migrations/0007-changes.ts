import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Creates the tables of the change feed. They stay empty while it is disabled. The id is taken while the row locks of the
 * change are held, so it follows the order of dependent changes.
 */
export const changes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
    create table if not exists changes (
      transaction xid8 not null default pg_current_xact_id(),
      id bigint not null generated always as identity,
      type text not null,
      project_id uuid not null,
      task_id uuid,
      version bigint not null,
      changed_at timestamptz(3) not null default clock_timestamp(),
      title text,
      description text,
      status text,
      priority text,
      due_date date,
      created_at timestamptz(3),
      updated_at timestamptz(3),
      primary key (transaction, id)
    )`.execute(db)
    await sql`
    create table if not exists change_ticks (
      number bigint not null primary key,
      snapshot pg_snapshot not null,
      created_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db)
    await sql`
    insert into change_ticks (number, snapshot)
    select floor(extract(epoch from clock_timestamp()) * 1000), pg_current_snapshot()
    where not exists (select from change_ticks)`.execute(db)
  },
}
