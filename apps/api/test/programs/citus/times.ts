import { parseArgs } from 'node:util'

import type { Postgres } from '../../support/database/postgres.ts'
import { end, makeDirectory, runProgram, startServer } from '../../support/programs/process.ts'

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

const directory = await makeDirectory()
const cleanup: (() => Promise<unknown>)[] = []
const targets: Target[] = []
try {
  for (const workers of WORKERS) await addCluster(workers)
  await measure()
} finally {
  for (const step of cleanup.reverse()) await step()
  await directory.remove()
}

/** Starts a cluster with a server on each worker; the first one also gets a database that is not distributed. */
async function addCluster(workers: number): Promise<void> {
  const cluster = await startCitus(values.bin, '1min', cleanup, workers)
  const { coordinator } = cluster
  if (targets.length === 0) {
    await coordinator.query('create database plain')
    const url = coordinator.url.replace(/\/postgres$/, '/plain')
    await run('migrate', url)
    targets.push(await target('one PostgreSQL', [coordinator], [url]))
  }
  await run('migrate', coordinator.url)
  await run('distribute', coordinator.url)
  const urls = cluster.workers.map(({ url }) => url)
  targets.push(await target(`${workers} workers`, [coordinator, ...cluster.workers], urls))
  if (workers === 2)
    targets.push(
      await target(
        '2 workers, through the coordinator',
        [coordinator, ...cluster.workers],
        [coordinator.url],
      ),
    )
}

async function run(name: 'migrate' | 'distribute', url: string): Promise<void> {
  const program = runProgram(name, directory.path, { DATABASE_URL: url })
  if ((await program.ended) !== 0) throw new Error(`${name} failed: ${program.output.stderr}`)
}

async function target(name: string, nodes: Postgres[], urls: string[]): Promise<Target> {
  const origins: string[] = []
  for (const DATABASE_URL of urls) {
    const server = await startServer(directory.path, { DATABASE_URL })
    cleanup.push(() => end(server, 'SIGKILL'))
    origins.push(server.origin)
  }
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
  let before: ReadonlyMap<string, number>[] = []
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
