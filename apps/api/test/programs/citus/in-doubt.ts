import { setTimeout as sleep } from 'node:timers/promises'

import type { CitusCluster } from './cluster.ts'

const PAUSE_MS = 100

/**
 * Leaves a transaction as a crash of the coordinator does: prepared on the worker that has the project, and unknown to the
 * coordinator. Returns how long writes to the project fail, in seconds. Throws if one gets another error than 503.
 */
export async function secondsInDoubt(
  { coordinator, workers }: CitusCluster,
  origin: string,
  project: string,
): Promise<number> {
  const [shard] = await coordinator.query<{ name: string; port: number }>(
    `select shard_name as name, nodeport as port from citus_shards
     where shardid = get_shard_id_for_distribution_column('projects', bucket_of($1))`,
    [project],
  )
  const worker = workers.find(({ port }) => port === shard?.port)
  if (shard === undefined || worker === undefined) throw new Error(`No worker has the project ${project}`)
  await worker.query(`
    begin;
    set local citus.enable_manual_changes_to_shards = on;
    update ${shard.name} set name = 'in doubt' where id = '${project}';
    prepare transaction 'citus_0_2147483647_1_1'`)
  const started = performance.now()
  for (;;) {
    const { status } = await fetch(`${origin}/api/v1/projects/${project}/archive`, { method: 'POST' })
    if (status === 200) return (performance.now() - started) / 1000
    if (status !== 503) throw new Error(`A write to a project in doubt: ${status}`)
    await sleep(PAUSE_MS)
  }
}
