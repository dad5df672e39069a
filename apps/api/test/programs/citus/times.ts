import { parseArgs } from 'node:util'

import type { Postgres } from '../../support/database/postgres.ts'
import type { ServerProcess } from '../../support/programs/process.ts'
import { runScenario, type Scenario } from '../../support/programs/scenario.ts'
import type { TestResponse } from '../../support/requests/client.ts'
import { makeProject, makeTask } from '../../support/requests/make.ts'

import { startCitus } from './cluster.ts'
import { sessionTimes, timeSince } from './processor-time.ts'

const PROJECTS = 64
const WORKERS = [1, 2, 4]

// Measures the processor time of each node for one request of each operation, with a server on each worker, and prints a
// table with that of one PostgreSQL, which is measured in turn with each cluster.
const { values } = parseArgs({
  options: {
    bin: { type: 'string' },
    requests: { type: 'string', default: '256' },
    rounds: { type: 'string', default: '3' },
  },
})
const [requests, rounds] = [Number(values.requests), Number(values.rounds)]

/** A database with servers, and the nodes whose time is measured. */
interface Target {
  name: string
  nodes: Postgres[]
  servers: ServerProcess[]
  projects: string[]
  tasks: string[]
}

/** A request that is sent several times, each time with another index. */
type Send = (target: Target, i: number) => Promise<TestResponse>

const pick = <T>(list: readonly T[], i: number): T => list[i % list.length] as T
const serverOf = ({ servers }: Target, i: number) => pick(servers, i)
// Each server gets the tasks of all projects, so that a shard is on its node as often as on each other one.
const tasksPath = ({ projects, servers }: Target, i: number) =>
  `/api/v1/projects/${pick(projects, Math.floor(i / servers.length))}/tasks`
const taskPath = ({ tasks, servers }: Target, i: number) =>
  `/api/v1/tasks/${pick(tasks, Math.floor(i / servers.length))}`
const started = new Set<string>()
const create = (target: Target, i: number, headers: Record<string, string>) =>
  serverOf(target, i).send('POST', tasksPath(target, i), { body: { title: 'a' }, headers })
const OPERATIONS: Record<string, Send> = {
  'create a task': (target, i) => create(target, i, {}),
  'create a task with a key': (target, i) => create(target, i, { 'Idempotency-Key': crypto.randomUUID() }),
  'change its status': (target, i) => {
    const task = taskPath(target, i)
    const status = started.delete(task) ? 'TODO' : 'IN_PROGRESS'
    if (status === 'IN_PROGRESS') started.add(task)
    return serverOf(target, i).send('PATCH', `${task}/status`, { body: { status } })
  },
  'get a task': (target, i) => serverOf(target, i).send('GET', taskPath(target, i)),
  'list 20 tasks': (target, i) => serverOf(target, i).send('GET', tasksPath(target, i)),
  'list 20 projects': (target, i) => serverOf(target, i).send('GET', '/api/v1/projects'),
}

const targets: Target[] = []
await runScenario(async (scenario) => {
  for (const workers of WORKERS) await addCluster(workers, scenario)
  await measure()
})

/** Starts a cluster with a server on each worker; the first one also gets a database that is not distributed. */
async function addCluster(count: number, scenario: Scenario): Promise<void> {
  const { coordinator, workers } = await startCitus(scenario, values.bin, '1min', count)
  const { run } = scenario
  if (targets.length === 0) {
    await coordinator.query('create database plain')
    const url = coordinator.url.replace(/\/postgres$/, '/plain')
    await run('migrate', { DATABASE_URL: url })
    await addTarget('one PostgreSQL', [coordinator], [url], scenario)
  }
  await run('migrate', { DATABASE_URL: coordinator.url })
  await run('distribute', { DATABASE_URL: coordinator.url })
  const nodes = [coordinator, ...workers]
  const urls = workers.map(({ url }) => url)
  await addTarget(`${count} workers`, nodes, urls, scenario)
  if (count === 2) await addTarget('2 workers, through the coordinator', nodes, [coordinator.url], scenario)
}

async function addTarget(
  name: string,
  nodes: Postgres[],
  urls: string[],
  { start }: Scenario,
): Promise<void> {
  const servers: ServerProcess[] = []
  for (const DATABASE_URL of urls) servers.push(await start({ DATABASE_URL }))
  const [server] = servers as [ServerProcess]
  const target: Target = { name, nodes, servers, projects: [], tasks: [] }
  for (let i = 0; i < PROJECTS; i++) {
    const { id } = await makeProject(server)
    target.projects.push(id)
    target.tasks.push((await makeTask(server, id)).id)
  }
  targets.push(target)
}

async function measure(): Promise<void> {
  const times = new Map<string, number[][]>()
  for (let round = 0; round < rounds; round++)
    for (const [operation, send] of Object.entries(OPERATIONS))
      for (const measured of targets) {
        const name = `${operation}|${measured.name}`
        times.set(name, [...(times.get(name) ?? []), await sampleOf(operation, send, measured)])
      }
  for (const operation of Object.keys(OPERATIONS)) {
    process.stdout.write(`${operation}\n`)
    for (const { name, nodes } of targets) {
      const samples = times.get(`${operation}|${name}`) ?? []
      const each = nodes.map((_, i) => median(samples.map((sample) => sample[i] ?? 0)))
      const total = median(samples.map((sample) => sample.reduce((sum, time) => sum + time, 0)))
      process.stdout.write(
        `  ${name.padEnd(36)}${each.map((time) => time.toFixed(0).padStart(7)).join('')}  total ${total.toFixed(0)}\n`,
      )
    }
  }
}

/** The time of each node for one request. Pools close idle connections, so that each server first opens those to all nodes. */
async function sampleOf(operation: string, send: Send, measured: Target): Promise<number[]> {
  const { name, nodes, servers } = measured
  const first = PROJECTS * servers.length
  let before: ReadonlyMap<number, number>[] = []
  for (let i = 0; i < first + requests; i++) {
    if (i === first) before = await Promise.all(nodes.map(sessionTimes))
    const { status } = await send(measured, i)
    if (status >= 300) throw new Error(`${operation} on ${name}: ${status}`)
  }
  const after = await Promise.all(nodes.map(sessionTimes))
  return after.map((times, i) => timeSince(before[i] ?? new Map(), times) / requests)
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
