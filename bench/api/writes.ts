import { interleave } from '../harness/interleave.ts'

import type { Effort } from './compare.ts'
import { OURS } from './contestants.ts'
import { timeOfServer } from './database-time.ts'
import { load, type Sample } from './load.ts'
import { CREATE_PROJECT, type Operation, requestsOf } from './requests.ts'
import { type Server, startServer } from './server.ts'
import { addProjects, selectIds, withClient } from './test-data.ts'

/** Writes with and without what else is recorded with them. `processor` is that of the server and of PostgreSQL together. */
export interface Writes {
  readonly title: string
  readonly recorded: readonly Sample[]
  readonly without: readonly Sample[]
}

const CONNECTIONS = 16

/**
 * Measures writes with the change feed (`CHANGES_TTL`) and without it, and the creation of projects with triggers that
 * keep their number and without them. The triggers are disabled in the second database. Needs Linux.
 */
export async function writes(url: string, urlWithoutCounts: string, effort: Effort): Promise<Writes[]> {
  const servers: Server[] = []
  const start = async (...args: Parameters<typeof startServer>): Promise<Server> => {
    const server = await startServer(...args)
    servers.push(server)
    return server
  }
  try {
    const plain = { server: await start(OURS, url), url }
    const feed = { server: await start(OURS, url, { CHANGES_TTL: '86400' }), url }
    const uncounted = { server: await start(OURS, urlWithoutCounts), url: urlWithoutCounts }
    for (const each of [url, urlWithoutCounts]) await addProjects(each, 100, 100)
    await withClient(urlWithoutCounts, (client) => client.query('alter table projects disable trigger user'))
    return [
      await compareWrites('Create a task: change feed', 'create', feed, plain, effort),
      await compareWrites('Change the status of a task: change feed', 'status', feed, plain, effort),
      await compareWrites('Create a project: number of projects', CREATE_PROJECT, plain, uncounted, effort),
    ]
  } finally {
    for (const server of servers) await server.stop()
  }
}

interface Target {
  readonly server: Server
  readonly url: string
}

async function compareWrites(
  title: string,
  operation: Operation | typeof CREATE_PROJECT,
  recorded: Target,
  without: Target,
  { rounds, seconds }: Effort,
): Promise<Writes> {
  const measured = async (name: string, { server, url }: Target) => {
    const ids = await selectIds(url)
    const databaseTime = await timeOfServer(url)
    const measure = async (): Promise<Sample> => {
      const before = await databaseTime()
      const start = performance.now()
      const next = requestsOf(operation, ids)
      const sample = await load([server], { connections: CONNECTIONS, seconds, next })
      const requests = (sample.throughput * (performance.now() - start)) / 1000
      const database = ((await databaseTime()) - before) / requests
      return { ...sample, processor: sample.processor + database }
    }
    return { name, measure }
  }
  const contestants = [await measured('recorded', recorded), await measured('without', without)]
  const samples = await interleave(contestants, { rounds: rounds * 2 })
  return { title, recorded: samples.get('recorded') ?? [], without: samples.get('without') ?? [] }
}
