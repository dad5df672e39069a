import { setTimeout as sleep } from 'node:timers/promises'

import { stopAndCheck, type Traffic } from '../../model/traffic.ts'
import type { Postgres } from '../../support/database/postgres.ts'
import type { ServerProcess } from '../../support/programs/process.ts'
import { startLoad } from '../../support/under-load.ts'
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
 * Returns a function that kills a node under load, starts it again, and returns what is wrong then. Clients repeat their
 * requests until the node is back, and must then write on; without the coordinator, all requests to the other servers
 * must succeed.
 *
 * @param servers the first one is on the coordinator
 */
export function startKills(
  cluster: CitusCluster,
  servers: readonly NodeServer[],
): (name: string, node: Postgres) => Promise<string[]> {
  /** The clients of all rounds: what one has written must still be there after the later ones. */
  const traffics: Traffic[] = []
  const [{ server }] = servers as [NodeServer]
  return async (name, node) => {
    const isCoordinator = node === cluster.coordinator
    const loads = servers.map((onNode, i) => startLoad(`${name}-${i}`, onNode.server.origin))
    const [, ...ofWorkers] = loads
    traffics.push(...loads.flat())
    try {
      await moreWrites(loads)
      await node.stop('killed')
      await (isCoordinator ? moreWrites(ofWorkers) : sleep(DOWN_MS))
      await node.start()
      await moreWrites(loads)
    } finally {
      await Promise.all(loads.flat().map((traffic) => traffic.stop()))
    }
    await cluster.untilRecovered()
    await until(async () => (await fetch(`${server.origin}/readyz`)).ok)
    const found = [
      ...(await stopAndCheck(server.origin, traffics)),
      ...(await wrongTotals(cluster, server)),
      ...(isCoordinator ? ofWorkers.flat().flatMap(needsCoordinator) : []),
    ]
    const counts = loads
      .flat()
      .map(
        ({ observed: { requests, unavailable, longestOutage } }) =>
          `${requests} requests, ${unavailable} of them 503, ${(longestOutage / 1000).toFixed(1)} s without a write`,
      )
    process.stdout.write(
      `${name}: ${isCoordinator ? 'coordinator' : 'worker'}, ${found.length} errors; ` +
        `clients by node: ${counts.join('; ')}\n`,
    )
    return found.map((error) => `${name}: ${error}`)
  }
}

const moreWrites = (loads: readonly Traffic[][]) =>
  Promise.all(loads.flat().map((traffic) => traffic.more('writes', WRITES)))

const needsCoordinator = ({ observed: { unavailable } }: Traffic): string[] =>
  unavailable === 0 ? [] : [`Without the coordinator, ${unavailable} requests to a worker's server got 503`]

/** The lists whose total is not the number of their rows. */
async function wrongTotals({ coordinator }: CitusCluster, { origin }: ServerProcess): Promise<string[]> {
  const counts = await coordinator.query<{ path: string; rows: number }>(`
    select '/projects' as path, cast(count(*) as integer) as rows from projects
    union all
    select '/projects/' || project_id || '/tasks', cast(count(*) as integer) from tasks group by project_id`)
  const checked = counts.map(async ({ path, rows }) => {
    const { totalElements } = (await (await fetch(`${origin}/api/v1${path}?size=1`)).json()) as {
      totalElements: number
    }
    return totalElements === rows ? [] : [`${path} has the total ${totalElements}; expected ${rows}`]
  })
  return (await Promise.all(checked)).flat()
}
