import { interleave } from '../harness/rounds.ts'

import { requireAgreement } from './agreement.ts'
import { contestants } from './contestants.ts'
import { addProjects, known, onDatabase } from './data.ts'
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

/** Measures the four operations beside the peers, on 1,000 projects and 100,000 tasks. */
export async function compare(
  databaseUrl: string,
  { rounds, seconds }: Effort,
  say: (line: string) => void,
): Promise<Comparison[]> {
  const [ours, ...peers] = await contestants()
  const servers: Server[] = []
  try {
    // Ours makes the tables.
    if (ours) servers.push(await startServer(ours, databaseUrl))
    await addProjects(databaseUrl, 1000, 100)
    // TypeORM leaves the making of ids to the database.
    await onDatabase(databaseUrl, (client) =>
      client.query('alter table tasks alter column id set default gen_random_uuid()'),
    )
    for (const peer of peers) servers.push(await startServer(peer, databaseUrl))
    const ids = await known(databaseUrl)
    await requireAgreement(servers, ids)
    const comparisons: Comparison[] = []
    for (const operation of OPERATIONS) {
      for (const connections of CONNECTIONS) {
        say(`${operation}, ${connections} connections`)
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
