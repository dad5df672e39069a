import { interleave } from '../harness/interleave.ts'

import { requireSameResponses } from './require-same-responses.ts'
import { OURS, PEERS } from './contestants.ts'
import { addProjects, selectIds } from './test-data.ts'
import { load, type Sample } from './load.ts'
import { type Operation, OPERATIONS, requestsOf } from './requests.ts'
import { type Server, startServer } from './server.ts'

export const CONNECTIONS = [1, 16, 64] as const

/** The samples of each contestant, in the order of the rounds. */
export interface Comparison {
  readonly operation: Operation
  readonly connections: number
  readonly samples: ReadonlyMap<string, readonly Sample[]>
}

export interface Effort {
  readonly rounds: number
  readonly seconds: number
}

/** Compares the four operations with the peers, on 1,000 projects with 100 tasks each. */
export async function compare(
  databaseUrl: string,
  { rounds, seconds }: Effort,
  log: (line: string) => void,
): Promise<Comparison[]> {
  const servers: Server[] = []
  try {
    // This server runs the migrations that create the tables.
    servers.push(await startServer(OURS, databaseUrl))
    await addProjects(databaseUrl, 1000, 100)
    for (const peer of PEERS) servers.push(await startServer(peer, databaseUrl))
    const ids = await selectIds(databaseUrl)
    await requireSameResponses(servers, ids)
    const comparisons: Comparison[] = []
    for (const operation of OPERATIONS) {
      for (const connections of CONNECTIONS) {
        log(`${operation}, ${connections} connections`)
        const next = requestsOf(operation, ids)
        const measured = servers.map((server) => ({
          name: server.name,
          measure: () => load([server], { connections, seconds, next }),
        }))
        comparisons.push({ operation, connections, samples: await interleave(measured, { rounds }) })
      }
    }
    return comparisons
  } finally {
    for (const server of servers) await server.stop()
  }
}
