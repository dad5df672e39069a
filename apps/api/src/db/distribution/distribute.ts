import { type Kysely, sql } from 'kysely'

import { SERVER_TIMEOUTS } from '../driver/connection-pool.ts'

import { checkCluster } from './check-cluster.ts'

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
    for (const { table, statements, result } of STEPS) {
      const { rows } = await sql`
        select from pg_dist_partition where logicalrelid = cast(${table} as regclass)`.execute(transaction)
      if (rows.length > 0) continue
      for (const statement of statements) await sql.raw(statement).execute(transaction)
      report(result)
    }
  })
  await setForRole(db)
  report(
    'The timeouts and custom plans are set for the role, because settings of a session do not reach the workers',
  )
}

/** What is executed unless Citus knows `table`, which `statements` add. */
const STEPS = [
  {
    table: 'tasks',
    statements: [
      `do $$ declare found record; begin
        for found in
          select tgname as name, cast(tgrelid as regclass) as table from pg_trigger
          where tgrelid in (cast('projects' as regclass), cast('tasks' as regclass)) and not tgisinternal
        loop execute format('drop trigger %I on %s', found.name, found.table); end loop;
      end $$`,
      `create or replace view task_totals as
        select project_id, status, priority, count(*) as total, bucket from tasks
        group by bucket, project_id, status, priority`,
      `create or replace view project_totals as select status, count(*) as total from projects group by status`,
      'drop table if exists task_counts, project_counts',
      // A table cannot be distributed while one that is not references it.
      'alter table tasks drop constraint if exists tasks_project_fkey',
      `select create_distributed_table('projects', 'bucket')`,
      `select create_distributed_table('tasks', 'bucket', colocate_with => 'projects')`,
      `alter table tasks add constraint tasks_project_fkey
        foreign key (bucket, project_id) references projects (bucket, id) on delete cascade`,
      // Statements write these tables together with distributed ones. Without metadata, the coordinator commits after the
      // workers, and what it wrote is missing after a crash in between.
      `select citus_add_local_table_to_metadata('changes')`,
      `select citus_add_local_table_to_metadata('change_ticks')`,
    ],
    result:
      'projects and tasks are distributed by bucket. The totals are counted, because distributed tables have no triggers',
  },
  {
    // Databases that earlier versions have distributed lack this step.
    table: 'kysely_migration',
    statements: [
      // Every node reads these tables, also at the start of a server, and the coordinator writes them.
      `select create_reference_table('kysely_migration')`,
      `select create_reference_table('database_epoch')`,
      // The buckets of earlier keys are unknown, so they would not be found.
      'delete from idempotency_keys',
      'alter table idempotency_keys drop constraint idempotency_keys_pkey',
      'alter table idempotency_keys add primary key (bucket, caller, operation, key)',
      `select create_distributed_table('idempotency_keys', 'bucket', colocate_with => 'tasks')`,
    ],
    result: 'idempotency_keys is distributed by bucket. Keys of earlier requests are deleted',
  },
]

/**
 * The settings of sessions on all nodes. Citus 13.2.2 adds another copy to a generic plan of a statement on a shard of the
 * same node at each execution, so that the session needs more memory until it ends; custom plans are freed.
 */
const SESSION_SETTINGS = { ...SERVER_TIMEOUTS, plan_cache_mode: 'force_custom_plan' }

async function setForRole(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select format('role %I in database %I', current_user, current_database()) as role`.execute(db)
  for (const [name, value] of Object.entries(SESSION_SETTINGS))
    await sql`alter ${sql.raw(rows[0]?.role ?? '')} set ${sql.id(name)} = ${sql.lit(value)}`.execute(db)
}
