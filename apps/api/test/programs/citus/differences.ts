import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '../../support/requests/api.ts'
import type { TestClient } from '../../support/requests/client.ts'
import { makeProject } from '../../support/requests/make.ts'

import type { CitusCluster } from './cluster.ts'

const WRITERS = 4
const PAGES = 300
const PAUSE_MS = 100
const PROJECTS = '/api/v1/projects'

/** Prints what docs/scaling.md says of totals and of transactions in doubt. Returns what contradicts it. */
export async function measureDifferences(cluster: CitusCluster, server: TestClient): Promise<string[]> {
  const { id } = await makeProject(server)
  const ofProjects = await percentageOfOtherTotals(server, PROJECTS, PROJECTS)
  const ofTasks = await percentageOfOtherTotals(server, `${PROJECTS}/${id}/tasks`, '/api/v1/tasks')
  const seconds = await secondsInDoubt(cluster, server, id)
  process.stdout.write(
    `Pages with another total than rows: ${ofProjects.toFixed(1)} % of projects, ${ofTasks.toFixed(1)} % of tasks. ` +
      `A transaction in doubt prevented writes for ${seconds.toFixed(1)} s.\n`,
  )
  return ofTasks > 0 ? ['A page of tasks and its total are not of one snapshot'] : []
}

/**
 * Reads a list while clients add and delete its entries. Returns the percentage of pages whose total is not the number of
 * entries, although each has all of them.
 */
async function percentageOfOtherTotals({ send }: TestClient, list: string, entries: string): Promise<number> {
  let isReading = true
  const write = async (): Promise<void> => {
    while (isReading) {
      const entry = list === PROJECTS ? { name: 'brief' } : { title: 'brief' }
      const { body } = await send<{ id: string }>('POST', list, { body: entry })
      await send('DELETE', `${entries}/${body.id}`)
    }
  }
  const writers = Array.from({ length: WRITERS }, write)
  let others = 0
  try {
    for (let i = 0; i < PAGES; i++) {
      const { body } = await send<Page<unknown>>('GET', `${list}?size=1000`)
      if (body.content.length !== body.totalElements) others++
    }
  } finally {
    isReading = false
    await Promise.all(writers)
  }
  return (100 * others) / PAGES
}

/**
 * Leaves a transaction as a crash of the coordinator does: prepared on the worker that has the project, and unknown to the
 * coordinator. Returns how long writes to the project fail, in seconds. Throws if one gets another error than 503.
 */
async function secondsInDoubt(
  { coordinator, workers }: CitusCluster,
  { send }: TestClient,
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
    const { status } = await send('POST', `${PROJECTS}/${project}/archive`)
    if (status === 200) return (performance.now() - started) / 1000
    if (status !== 503) throw new Error(`A write to a project in doubt: ${status}`)
    await sleep(PAUSE_MS)
  }
}
