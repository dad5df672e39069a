import { type Kysely, sql } from 'kysely'

/** What a server has to know of the cluster of its database. */
export interface Cluster {
  /** Whether the tables are distributed, with the functions of `createShardFunctions`. */
  isDistributed: boolean
  /** Where the workers find the coordinator. Undefined if the database is on the coordinator. */
  coordinator: { host: string; port: number } | undefined
}

export async function readCluster<Schema>(db: Kysely<Schema>): Promise<Cluster> {
  const { rows } = await sql<{ isDistributed: boolean }>`
    select to_regproc('set_task_status_on_shard') is not null as "isDistributed"`.execute(db)
  if (rows[0]?.isDistributed !== true) return { isDistributed: false, coordinator: undefined }
  const nodes = await sql<{ host: string; port: number }>`
    select nodename as host, nodeport as port from pg_dist_node
    where groupid = 0 and noderole = 'primary' and (select groupid from pg_dist_local_group) <> 0`.execute(db)
  return { isDistributed: true, coordinator: nodes.rows[0] }
}
