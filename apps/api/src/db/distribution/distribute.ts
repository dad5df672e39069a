import { type Kysely, sql } from 'kysely'

import { SERVER_TIMEOUTS } from '../driver/connection-pool.ts'

import { checkCluster } from './check-cluster.ts'
import { createShardFunctions } from './shard-functions.ts'

/**
 * Distributes `projects` and `tasks` by their bucket over the workers of a Citus cluster, so that the rows of a project
 * are on one shard. It is one transaction, so that it can be run again after an interruption, and does nothing to what is
 * distributed already. Servers get no response from these tables meanwhile.
 *
 * @param report called with each step that was done
 * @throws {StartupError} if the database cannot be distributed; the message says what to do
 */
export async function distribute<Schema>(
  database: Kysely<Schema>,
  report: (step: string) => void,
): Promise<void> {
  const db = database as unknown as Kysely<unknown>
  await checkCluster(db)
  await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(transaction)
    const managed = await managedTables(transaction)
    if (!managed.has('tasks')) {
      await dropTriggers(transaction)
      await createCountingViews(transaction)
      report('The totals are counted, because distributed tables have no triggers')
      await distributeTables(transaction)
      report('projects and tasks are distributed by bucket')
    }
    for (const table of REFERENCE_TABLES) {
      if (managed.has(table)) continue
      await sql`select create_reference_table(${table})`.execute(transaction)
      report(`${table} is on all nodes`)
    }
    if (managed.get('idempotency_keys') !== BY_HASH) {
      await distributeKeys(transaction)
      report('idempotency_keys is distributed by bucket; keys of earlier requests are deleted')
    }
    await createShardFunctions(transaction)
    for (const table of COORDINATOR_TABLES) {
      if (managed.has(table)) continue
      await sql`select citus_add_local_table_to_metadata(${table})`.execute(transaction)
      report(`${table} is part of distributed transactions`)
    }
  })
  await setForRole(db)
  report(
    'The timeouts and custom plans are set for the role, because settings of a session do not reach the workers',
  )
}

/** The same if the tables are distributed, after a migration: other versions have other functions. */
export async function distributeAgain<Schema>(
  database: Kysely<Schema>,
  report: (step: string) => void,
): Promise<void> {
  const db = database as unknown as Kysely<unknown>
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  if (rows.length > 0 && (await managedTables(db)).has('tasks')) await distribute(database, report)
}

/**
 * Tables of the coordinator that statements write together with distributed ones. Without metadata, the coordinator
 * commits after the workers, and what it wrote is missing after a crash in between.
 */
const COORDINATOR_TABLES = ['changes', 'change_ticks']

/** Tables that every node reads, also at the start of a server, and that the coordinator writes. */
const REFERENCE_TABLES = ['kysely_migration', 'database_epoch']

/** How a table is distributed by a column. */
const BY_HASH = 'h'

/** The tables that Citus knows, and how it distributes them. */
async function managedTables(db: Kysely<unknown>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; method: string }>`
    select logicalrelid::text as name, partmethod as method from pg_dist_partition`.execute(db)
  return new Map(rows.map(({ name, method }) => [name, method]))
}

async function dropTriggers(db: Kysely<unknown>): Promise<void> {
  for (const table of ['projects', 'tasks']) {
    const { rows } = await sql<{ name: string }>`
      select tgname as name from pg_trigger
      where tgrelid = cast(${table} as regclass) and not tgisinternal`.execute(db)
    for (const { name } of rows) await sql`drop trigger ${sql.id(name)} on ${sql.table(table)}`.execute(db)
  }
}

/** In place of the counters that the triggers maintained. */
async function createCountingViews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace view task_totals as
    select project_id, status, priority, count(*) as total, bucket from tasks
    group by bucket, project_id, status, priority`.execute(db)
  await sql`
    create or replace view project_totals as
    select status, count(*) as total from projects group by status`.execute(db)
  await sql`drop table if exists task_counts, project_counts`.execute(db)
}

/** A table cannot be distributed while one that is not references it. */
async function distributeTables(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tasks drop constraint if exists tasks_project_fkey`.execute(db)
  await sql`select create_distributed_table('projects', 'bucket')`.execute(db)
  await sql`select create_distributed_table('tasks', 'bucket', colocate_with => 'projects')`.execute(db)
  await sql`
    alter table tasks add constraint tasks_project_fkey
    foreign key (bucket, project_id) references projects (bucket, id) on delete cascade`.execute(db)
}

/** Their buckets are unknown, so earlier keys would not be found. */
async function distributeKeys(db: Kysely<unknown>): Promise<void> {
  await sql`delete from idempotency_keys`.execute(db)
  await sql`alter table idempotency_keys drop constraint idempotency_keys_pkey`.execute(db)
  await sql`alter table idempotency_keys add primary key (bucket, caller, operation, key)`.execute(db)
  await sql`select create_distributed_table('idempotency_keys', 'bucket', colocate_with => 'tasks')`.execute(
    db,
  )
}

/**
 * The settings of sessions on all nodes. Citus 13.2.2 adds another copy to a generic plan of a statement on a shard of the
 * same node at each execution, so that the session needs more memory until it ends; custom plans are freed.
 */
const SESSION_SETTINGS = { ...SERVER_TIMEOUTS, plan_cache_mode: 'force_custom_plan' }

async function setForRole(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string; database: string }>`
    select current_user as role, current_database() as database`.execute(db)
  const [{ role, database }] = rows as [{ role: string; database: string }]
  for (const [name, value] of Object.entries(SESSION_SETTINGS))
    await sql`
      alter role ${sql.id(role)} in database ${sql.id(database)}
      set ${sql.id(name)} = ${sql.lit(value)}`.execute(db)
}
