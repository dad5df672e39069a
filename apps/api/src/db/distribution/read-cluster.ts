import { type Kysely, sql } from 'kysely'

/** A node of a Citus cluster, where the other nodes find it. */
export interface ClusterNode {
  host: string
  port: number
  isCoordinator: boolean
  /** The buckets whose shard it has, of those from 0 to 4095. */
  buckets: readonly number[]
}

/** The nodes of the cluster in which `distribute` has distributed the tables; none if it has not. */
export async function readCluster<Schema>(db: Kysely<Schema>): Promise<readonly ClusterNode[]> {
  const counters = await sql`select where to_regclass('task_counts') is not null`.execute(db)
  if (counters.rows.length > 0) return []
  const nodes = await sql<ClusterNode>`
    select nodename as host, nodeport as port, node.groupid = 0 as "isCoordinator", array(
      select bucket from generate_series(0, 4095) as bucket
      join pg_dist_placement as placement on shardid = get_shard_id_for_distribution_column('tasks', bucket)
      where placement.groupid = node.groupid
    ) as buckets
    from pg_dist_node as node where isactive and noderole = 'primary'`.execute(db)
  return nodes.rows
}
