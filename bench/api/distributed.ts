import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { figure, times } from '../harness/format-figures.ts'
import { interleave } from '../harness/interleave.ts'
import { ratio, summarize } from '../harness/statistics.ts'
import { table } from '../harness/table.ts'

import type { Effort } from './compare.ts'
import { OURS } from './contestants.ts'
import { type DatabaseTime, timeOfServer, timeOfWorkers } from './database-time.ts'
import { load, type Sample } from './load.ts'
import { LIST_PROJECTS, OPERATIONS, requestsOf, TITLES } from './requests.ts'
import { type Server, startServer } from './server.ts'
import { addProjects, withClient } from './test-data.ts'

/** Projects, each of which one client uses. */
const PARALLEL = [1, 10, 100] as const
/** The number of projects whose processor times are reported. */
const TYPICAL = PARALLEL[1]

const DISTRIBUTE = fileURLToPath(new URL('../../apps/api/dist/distribute.js', import.meta.url))

interface NodeSample extends Sample {
  /** Processor time of the server to which the API connects, for one request, in microseconds. */
  readonly first: number
  /** The same of the workers together. */
  readonly workers: number
}

interface Target {
  readonly name: string
  readonly url: string
  readonly server: Server
  /** A server that records changes. */
  readonly feed: Server
  readonly projects: readonly string[]
}

interface Measured {
  readonly title: string
  /** By the number of projects: the samples of plain and of distributed tables. */
  readonly samples: ReadonlyMap<number, ReadonlyMap<string, readonly NodeSample[]>>
}

/**
 * Measures operations on plain tables and on tables that are distributed over a Citus cluster, both on the same server.
 *
 * @param plainUrl a new database on the coordinator's server
 * @param citusUrl the database of the cluster, which is then distributed
 */
export async function distributed(
  plainUrl: string,
  citusUrl: string,
  { rounds, seconds }: Effort,
  log: (line: string) => void,
): Promise<Measured[]> {
  const servers: Server[] = []
  try {
    const targets: Target[] = []
    for (const [name, url] of Object.entries({ plain: plainUrl, distributed: citusUrl })) {
      const server = await startServer(OURS, url)
      servers.push(server)
      const projects = await addProjects(url, Math.max(...PARALLEL), 100)
      if (name === 'distributed') await distribute(url)
      const feed = await startServer(OURS, url, { CHANGES_TTL: '86400' })
      servers.push(feed)
      targets.push({ name, url, server, feed, projects })
    }
    const usage = { first: await timeOfServer(citusUrl), workers: await timeOfWorkers(citusUrl) }
    const measured: Measured[] = []
    const measure = async (
      title: string,
      operation: Parameters<typeof requestsOf>[0],
      isRecorded = false,
    ) => {
      const samples = new Map<number, ReadonlyMap<string, readonly NodeSample[]>>()
      for (const connections of PARALLEL) {
        log(`${title}, ${connections}`)
        const contestants = []
        for (const { name, url, server, feed, projects } of targets) {
          const used = projects.slice(0, connections)
          const next = requestsOf(operation, { projects: used, tasks: await openTasksOf(url, used) })
          const target = isRecorded ? feed : server
          contestants.push({
            name,
            measure: () => loadNodes(usage, target, { connections, seconds, next }),
          })
        }
        samples.set(connections, await interleave(contestants, { rounds }))
      }
      measured.push({ title, samples })
    }
    for (const operation of OPERATIONS) await measure(TITLES[operation], operation)
    await measure('Create a task, with the change feed', 'create', true)
    await measure('List 20 projects with the total', LIST_PROJECTS)
    return measured
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function distribute(url: string): Promise<void> {
  const program = fork(DISTRIBUTE, {
    env: { DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [status] = (await once(program, 'exit')) as [number | null]
  if (status !== 0) throw new Error(`${url} cannot be distributed`)
  await withClient(url, (client) => client.query('analyze'))
}

function openTasksOf(url: string, projects: readonly string[]): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from tasks where project_id = any($1) and status <> 'DONE'`,
      [projects],
    )
    return rows.map(({ id }) => id)
  })
}

async function loadNodes(
  usage: Record<'first' | 'workers', DatabaseTime>,
  server: Server,
  options: Parameters<typeof load>[1],
): Promise<NodeSample> {
  const used = async () => [await usage.first(), await usage.workers()] as const
  const [before, start] = [await used(), performance.now()]
  const sample = await load([server], options)
  const requests = (sample.throughput * (performance.now() - start)) / 1000
  const after = await used()
  return { ...sample, first: (after[0] - before[0]) / requests, workers: (after[1] - before[1]) / requests }
}

export function distributedTable(measured: readonly Measured[]): string {
  const rows = measured.map(({ title, samples }) => {
    const of = (connections: number, name: string, kind: keyof NodeSample): number[] =>
      (samples.get(connections)?.get(name) ?? []).map((sample) => sample[kind])
    const throughput = PARALLEL.map((connections) =>
      times(
        ratio(of(connections, 'distributed', 'throughput'), of(connections, 'plain', 'throughput')).median,
      ),
    )
    const time = (name: string, kind: 'first' | 'workers'): string =>
      figure(summarize(of(TYPICAL, name, kind)).median)
    return [
      title,
      ...throughput,
      time('plain', 'first'),
      time('distributed', 'first'),
      time('distributed', 'workers'),
    ]
  })
  const head = PARALLEL.map((connections) => `${connections} ${connections === 1 ? 'project' : 'projects'}`)
  return [
    `**Distributed ÷ plain tables**, one client for each project: throughput, and processor time of the database for one request with ${TYPICAL} projects, in µs. 0×: no response within a round.`,
    table(['operation', ...head, 'plain', 'coordinator', 'workers'], rows),
  ].join('\n\n')
}
