import { type Kysely, sql } from 'kysely'

import { StartupError } from '../../start/startup-error.ts'

/** Conditions of a cluster, in this order, by what is said if one is not met. */
const CONDITIONS = {
  'The database has no extension citus: create it on each node, and add the workers':
    "select from pg_extension where extname = 'citus'",
  'The database is on a worker: use the DATABASE_URL of the coordinator':
    'select from pg_dist_local_group where groupid = 0',
  'The tables have no buckets: run `migrate` first, with the version of this program':
    "select from pg_attribute where attrelid = to_regclass('tasks') and attname = 'bucket'",
  'The workers do not know the coordinator: call `citus_set_coordinator_host` first':
    'select from pg_dist_node where groupid = 0',
  'The cluster has no workers: call `citus_add_node` for each first':
    "select from pg_dist_node where groupid <> 0 and isactive and noderole = 'primary'",
}

/** @throws {StartupError} if the database is not the coordinator of a Citus cluster that can recover from crashes. */
export async function checkCluster(db: Kysely<unknown>): Promise<void> {
  for (const [message, query] of Object.entries(CONDITIONS)) {
    const { rows } = await sql.raw(query).execute(db)
    if (rows.length === 0) throw new StartupError(message)
  }
  await checkNodes(db)
}

/** Transactions that a crash interrupts are prepared, and the maintenance daemon of each node ends them. */
async function checkNodes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ node: string; result: string }>`
    select nodename || ':' || nodeport as node, result
    from run_command_on_all_nodes(${NODE_STATE}) join pg_dist_node using (nodeid)`.execute(db)
  for (const { node, result } of rows) {
    const [prepared, daemons, processes] = result.split(' ')
    if (prepared === '0') throw new StartupError(`${node} has no max_prepared_transactions: set it above 0`)
    if (daemons === '0')
      throw new StartupError(
        `${node} runs no maintenance daemon in this database: raise max_worker_processes above ${processes}`,
      )
  }
}

const NODE_STATE = `
  select current_setting('max_prepared_transactions') || ' ' || count(*) || ' ' || current_setting('max_worker_processes')
  from pg_stat_activity where backend_type like 'Citus Maintenance Daemon%' and datname = current_database()`
