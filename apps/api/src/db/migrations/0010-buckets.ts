import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Adds the bucket of a project to its rows, by which a distributed database places them: the last 12 bits of its id. It is
 * part of the primary keys, after the id, so that a task can still be found by its id alone. The tables are rewritten.
 *
 * The server writes the bucket. For versions that do not, a trigger sets it.
 */
export const buckets: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await BUCKET_FUNCTION.execute(db)
    await TRIGGER_FUNCTION.execute(db)
    const references = ['tasks', 'task_counts']
    const columns = { projects: 'id', tasks: 'project_id', task_counts: 'project_id' }
    for (const table of references) {
      for (const name of [`${table}_project_id_fkey`, `${table}_project_fkey`])
        await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.id(name)}`.execute(db)
    }
    for (const [table, column] of Object.entries(columns)) {
      await addBucket(db, table, column)
      await createTrigger(db, table, column)
    }
    for (const table of ['projects', 'tasks']) await replacePrimaryKey(db, table)
    for (const table of references) {
      await sql`
        alter table ${sql.table(table)} add constraint ${sql.id(`${table}_project_fkey`)}
        foreign key (bucket, project_id) references projects (bucket, id) on delete cascade`.execute(db)
    }
    await sql`
      create or replace view task_totals as
      select project_id, status, priority, tasks as total, bucket from task_counts`.execute(db)
  },
}

const BUCKET_FUNCTION = sql`
  create or replace function bucket_of(project uuid) returns smallint language sql immutable strict parallel safe as $$
    select cast(cast(cast('x' || right(cast(project as text), 3) as bit(12)) as integer) as smallint)
  $$`

const TRIGGER_FUNCTION = sql`
  create or replace function set_bucket() returns trigger language plpgsql as $$
  begin
    new.bucket := bucket_of(cast(to_jsonb(new) ->> tg_argv[0] as uuid));
    return new;
  end $$`

/** A generated column fills all rows while the table is rewritten. It then becomes one that the server writes. */
async function addBucket(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  const name = sql.table(table)
  await sql`
    alter table ${name} add column if not exists
    bucket smallint not null generated always as (bucket_of(${sql.ref(column)})) stored`.execute(db)
  await sql`alter table ${name} alter column bucket drop expression if exists`.execute(db)
}

async function createTrigger(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  const name = sql.table(table)
  await sql`drop trigger if exists set_bucket on ${name}`.execute(db)
  await sql`
    create trigger set_bucket before insert on ${name} for each row when (new.bucket is null)
    execute function set_bucket(${sql.lit(column)})`.execute(db)
}

async function replacePrimaryKey(db: Kysely<unknown>, table: string): Promise<void> {
  const key = sql.id(`${table}_pkey`)
  await sql`alter table ${sql.table(table)} drop constraint if exists ${key}`.execute(db)
  await sql`alter table ${sql.table(table)} add constraint ${key} primary key (id, bucket)`.execute(db)
}
