import { setTimeout as sleep } from 'node:timers/promises'

import type { Traffic } from '../../model/traffic.ts'
import type { Postgres } from '../../support/database/postgres.ts'
import type { ServerProcess } from '../../support/programs/process.ts'
import type { Scenario } from '../../support/programs/scenario.ts'
import type { Page } from '../../support/requests/api.ts'
import { describeObserved, moreWrites, observedBy, startLoad } from '../../support/under-load.ts'
import { until } from '../../support/until.ts'

import type { CitusCluster } from './cluster.ts'

/** Successful writes before a kill, without the coordinator, and after the restart. */
const WRITES = 50
const DOWN_MS = 500

/** A server, and the node that it is connected to. */
export interface NodeServer {
  node: Postgres
  server: ServerProcess
}

/**
 * Kills the nodes in turn under load, and starts them again, until there is an error. Clients repeat their requests until
 * the node is back, and must then write on; without the coordinator, all requests to the other servers must succeed.
 *
 * @param servers the first one is on the coordinator
 */
export async function killNodes(
  times: number,
  cluster: CitusCluster,
  servers: readonly NodeServer[],
  { check, errors }: Scenario,
): Promise<void> {
  /** The clients of all rounds: what one has written must still be there after the later ones. */
  const traffics: Traffic[] = []
  const [first] = servers as [NodeServer]
  const { server } = first
  for (let round = 0; round < times && errors.length === 0; round++) {
    const { node } = servers[round % servers.length] ?? first
    const isCoordinator = node === cluster.coordinator
    const loads = servers.map((each, i) => startLoad(`round${round}-${i}`, each.server.origin))
    const ofWorkers = loads.slice(1).flat()
    traffics.push(...loads.flat())
    try {
      await moreWrites(loads.flat(), WRITES)
      await node.stop('killed')
      await (isCoordinator ? moreWrites(ofWorkers, WRITES) : sleep(DOWN_MS))
      await node.start()
      await moreWrites(loads.flat(), WRITES)
    } finally {
      await Promise.all(loads.flat().map((traffic) => traffic.stop()))
    }
    await cluster.untilRecovered()
    await until(async () => (await fetch(`${server.origin}/readyz`)).ok)
    await check(server.origin, traffics)
    errors.push(...(await wrongTotals(cluster, server)))
    const { unavailable } = observedBy(ofWorkers)
    if (isCoordinator && unavailable > 0)
      errors.push(`Without the coordinator, ${unavailable} requests to a worker's server got 503`)
    const title = `Kill ${round + 1}, ${isCoordinator ? 'coordinator' : 'worker'}`
    errors.push(...errors.splice(0).map((error) => `${title}: ${error}`))
    process.stdout.write(`${title}: ${describeObserved(loads.flat())}\n`)
  }
}

/** The lists whose total is not the number of their rows. */
async function wrongTotals({ coordinator }: CitusCluster, { send }: ServerProcess): Promise<string[]> {
  const counts = await coordinator.query<{ path: string; rows: number }>(`
    select '/projects' as path, cast(count(*) as integer) as rows from projects
    union all
    select '/projects/' || project_id || '/tasks', cast(count(*) as integer) from tasks group by project_id`)
  const checked = counts.map(async ({ path, rows }) => {
    const { totalElements } = (await send<Page<unknown>>('GET', `/api/v1${path}?size=1`)).body
    return totalElements === rows ? [] : [`${path} has the total ${totalElements}; expected ${rows}`]
  })
  return (await Promise.all(checked)).flat()
}
