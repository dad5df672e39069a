import autocannon from 'autocannon'

import { OURS } from './contestants.ts'
import { addProjects, selectIds } from './test-data.ts'
import { OPERATIONS, requestsOf } from './requests.ts'
import { startServer } from './server.ts'

export interface Footprint {
  readonly requests: number
  readonly resident: number
}

/** Measures the resident size of this server after the given numbers of requests, alternating the four operations. */
export async function memory(databaseUrl: string, counts: readonly number[]): Promise<Footprint[]> {
  const server = await startServer(OURS, databaseUrl)
  try {
    await addProjects(databaseUrl, 1000, 100)
    const ids = await selectIds(databaseUrl)
    const nexts = OPERATIONS.map((operation) => requestsOf(operation, ids))
    let sent = 0
    const footprints: Footprint[] = []
    for (const requests of counts) {
      await autocannon({
        url: server.origin,
        connections: 16,
        amount: requests - sent,
        requests: [{ setupRequest: (request) => ({ ...request, ...nexts[sent++ % nexts.length]?.() }) }],
      })
      footprints.push({ requests, resident: (await server.usage()).resident })
      sent = requests
    }
    return footprints
  } finally {
    await server.stop()
  }
}
