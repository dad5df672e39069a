import { parseArgs } from 'node:util'

import type { Postgres } from '../../support/database/postgres.ts'
import { runScenario, type Scenario } from '../../support/programs/scenario.ts'

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
  origins: string[]
  tasks: string[]
  projects: string[]
}

type Send = (target: Target, i: number) => Promise<Response>

const pick = <T>(list: readonly T[], i: number): T => list[i % list.length] as T
const call = (target: Target, i: number, method: string, path: string, body?: object, key?: string) =>
  fetch(`${pick(target.origins, i)}/api/v1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
    ...(body && { body: JSON.stringify(body) }),
  })
// Each server gets the tasks of all projects, so that a shard is on its node as often as on each other one.
const projectOf = ({ projects, origins }: Target, i: number) => pick(projects, Math.floor(i / origins.length))
const taskOf = ({ tasks, origins }: Target, i: number) => pick(tasks, Math.floor(i / origins.length))
const started = new Set<string>()
const create = (target: Target, i: number, key?: string) =>
  call(target, i, 'POST', `/projects/${projectOf(target, i)}/tasks`, { title: 'a' }, key)
const OPERATIONS: Record<string, Send> = {
  'create a task': (target, i) => create(target, i),
  'create a task with a key': (target, i) => create(target, i, crypto.randomUUID()),
  'change its status': (target, i) => {
    const task = taskOf(target, i)
    const status = started.delete(task) ? 'TODO' : 'IN_PROGRESS'
    if (status === 'IN_PROGRESS') started.add(task)
    return call(target, i, 'PATCH', `/tasks/${task}/status`, { status })
  },
  'get a task': (target, i) => call(target, i, 'GET', `/tasks/${taskOf(target, i)}`),
  'list 20 tasks': (target, i) => call(target, i, 'GET', `/projects/${projectOf(target, i)}/tasks`),
  'list 20 projects': (target, i) => call(target, i, 'GET', '/projects'),
}

const targets: Target[] = []
await runScenario(async (scenario) => {
  for (const workers of WORKERS) await addCluster(workers, scenario)
  await measure()
})

/** Starts a cluster with a server on each worker; the first one also gets a database that is not distributed. */
async function addCluster(workers: number, scenario: Scenario): Promise<void> {
  const cluster = await startCitus(scenario, values.bin, '1min', workers)
  const { coordinator } = cluster
  const { run } = scenario
  if (targets.length === 0) {
    await coordinator.query('create database plain')
    const url = coordinator.url.replace(/\/postgres$/, '/plain')
    await run('migrate', { DATABASE_URL: url })
    targets.push(await target('one PostgreSQL', [coordinator], [url], scenario))
  }
  await run('migrate', { DATABASE_URL: coordinator.url })
  await run('distribute', { DATABASE_URL: coordinator.url })
  const urls = cluster.workers.map(({ url }) => url)
  targets.push(await target(`${workers} workers`, [coordinator, ...cluster.workers], urls, scenario))
  if (workers === 2)
    targets.push(
      await target(
        '2 workers, through the coordinator',
        [coordinator, ...cluster.workers],
        [coordinator.url],
        scenario,
      ),
    )
}

async function target(name: string, nodes: Postgres[], urls: string[], { start }: Scenario): Promise<Target> {
  const origins: string[] = []
  for (const DATABASE_URL of urls) origins.push((await start({ DATABASE_URL })).origin)
  const made: Target = { name, nodes, origins, projects: [], tasks: [] }
  const idOf = async (response: Promise<Response>) => ((await (await response).json()) as { id: string }).id
  for (let i = 0; i < PROJECTS; i++)
    made.projects.push(await idOf(call(made, 0, 'POST', '/projects', { name: 'a' })))
  for (const project of made.projects)
    made.tasks.push(await idOf(call(made, 0, 'POST', `/projects/${project}/tasks`, { title: 'a' })))
  return made
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
  const { name, nodes, origins } = measured
  const first = PROJECTS * origins.length
  let before: ReadonlyMap<number, number>[] = []
  for (let i = 0; i < first + requests; i++) {
    if (i === first) before = await Promise.all(nodes.map(sessionTimes))
    const response = await send(measured, i)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${operation} on ${name}: ${response.status}`)
  }
  const after = await Promise.all(nodes.map(sessionTimes))
  return after.map((times, i) => timeSince(before[i] ?? new Map(), times) / requests)
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
