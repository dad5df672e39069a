import { interleave } from '../harness/interleave.ts'

import type { Effort } from './compare.ts'
import { OURS } from './contestants.ts'
import { addProjects, selectIds } from './test-data.ts'
import { load, type Sample } from './load.ts'
import { OPERATIONS, requestsOf } from './requests.ts'
import { startServer } from './server.ts'

/** Measures one and two instances of this server on one database, for each operation. */
export async function copies(
  databaseUrl: string,
  { rounds, seconds }: Effort,
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly Sample[]>>> {
  const servers = [await startServer(OURS, databaseUrl), await startServer(OURS, databaseUrl)]
  try {
    await addProjects(databaseUrl, 1000, 100)
    const ids = await selectIds(databaseUrl)
    const measured = new Map<string, ReadonlyMap<string, readonly Sample[]>>()
    for (const operation of OPERATIONS) {
      const next = requestsOf(operation, ids)
      const contestants = [1, 2].map((count) => ({
        name: String(count),
        measure: () => load(servers.slice(0, count), { connections: 16, seconds, next }),
      }))
      measured.set(operation, await interleave(contestants, { rounds }))
    }
    return measured
  } finally {
    for (const server of servers) await server.stop()
  }
}
