import { type Kysely, sql } from 'kysely'

/** A bucket has 12 bits. */
const MAX_BUCKET = 4095

/** A node of a Citus cluster, where the other nodes find it. */
export interface ClusterNode {
  host: string
  port: number
  isCoordinator: boolean
  /** The buckets whose shard it has. */
  buckets: readonly number[]
}

/** The nodes of a cluster whose tables are distributed, with the functions of `createShardFunctions`. */
export async function readCluster<Schema>(db: Kysely<Schema>): Promise<readonly ClusterNode[]> {
  const { rows } = await sql<{ isDistributed: boolean }>`
    select to_regproc('set_task_status_on_shard') is not null as "isDistributed"`.execute(db)
  if (rows[0]?.isDistributed !== true) return []
  const nodes = await sql<ClusterNode>`
    select nodename as host, nodeport as port, node.groupid = 0 as "isCoordinator", array(
      select bucket from generate_series(0, ${MAX_BUCKET}) as bucket
      join pg_dist_placement as placement on shardid = get_shard_id_for_distribution_column('tasks', bucket)
      where placement.groupid = node.groupid
    ) as buckets
    from pg_dist_node as node where isactive and noderole = 'primary'`.execute(db)
  return nodes.rows
}
