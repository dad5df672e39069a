import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { newId } from '../../../src/db/ids.ts'
import { operations } from '../../model/operations.ts'
import { stopAndCheck, Traffic } from '../../model/traffic.ts'
import type { Postgres } from '../../support/database/postgres.ts'
import {
  end,
  makeDirectory,
  runProgram,
  type ServerProcess,
  startServer,
  unexpectedErrorsOf,
} from '../../support/programs/process.ts'
import { until } from '../../support/until.ts'

import { type CitusCluster, startCitus } from './cluster.ts'
import { measureDifferences } from './differences.ts'

/** Successful writes before a kill, and after the restart. */
const WRITES = 50
const DOWN_MS = 500
const POLL_MS = 50
/** Of each server, those with resources of their own and those that share them. */
const CLIENTS = 4
/** Between two requests of a client, so that the data stays small enough to be checked after each round. */
const PAUSE_MS = 40
/** A statement on several shards fails. */
const ONE_SHARD = 'options=-c%20citus.multi_task_query_log_level=error'
/** The operations whose statements are for one shard each. */
const ON_ONE_SHARD = operations.filter(
  ({ id }) => !['listProjects', 'listAllTasks', 'listChanges'].includes(id),
)
/** Those that need no coordinator: Citus sends the rows of several new tasks through it. */
const WITHOUT_COORDINATOR = operations.filter(({ id }) => id !== 'createTasks')
/** More than the executions after which PostgreSQL plans a statement for all values. */
const EXECUTIONS = 8

const FUZZ = fileURLToPath(new URL('../fuzz/main.ts', import.meta.url))

// Distributes a database with rows over a Citus cluster, executes each operation, compares the responses to eight clients
// with a model, measures what is documented as different, and kills the coordinator and the workers in turn while eight
// clients write.
const { values } = parseArgs({
  options: {
    // The directory of the programs of a PostgreSQL with the extension.
    bin: { type: 'string' },
    kills: { type: 'string', default: '6' },
    // The requests of the clients of the model.
    requests: { type: 'string', default: '4000' },
    // The interval of recovery; by default less than that of Citus (1min), for which each kill would wait.
    recovery: { type: 'string', default: '2s' },
  },
})
const kills = Number(values.kills)

/** The clients of all rounds: what one has written must still be there after the later ones. */
const traffics: Traffic[] = []
let finished = 0
const errors: string[] = []
const directory = await makeDirectory()
const cleanup: (() => Promise<unknown>)[] = []
try {
  await main()
} catch (error) {
  errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  for (const step of cleanup.reverse()) await step()
  await directory.remove()
}
process.stdout.write(`Kills: ${finished} of ${kills}. Errors: ${errors.length}.\n`)
for (const error of errors) process.stderr.write(`${error}\n`)
process.exit(errors.length > 0 || finished < kills ? 1 : 0)

async function main(): Promise<void> {
  const cluster = await startCitus(values.bin, values.recovery, cleanup)
  process.stdout.write(`${cluster.version}\n`)
  const settings = { DATABASE_URL: cluster.coordinator.url, CHANGES_TTL: '3600' }
  await run('migrate', settings)
  const earlierTask = await addEarlierRows(cluster.coordinator)
  process.stdout.write(await run('distribute', settings))
  // Again, as after an interruption, and as after an update.
  await run('distribute', settings)
  await run('migrate', settings)
  const start = async (node: Postgres, options = '', others: Record<string, string> = {}) => {
    const server = await startServer(directory.path, { DATABASE_URL: node.url + options, ...others })
    cleanup.push(() => end(server, 'SIGKILL'))
    return server
  }
  const server = await start(cluster.coordinator, '', settings)
  await checkEarlierTask(server.origin, earlierTask)
  const servers: NodeServer[] = [{ node: cluster.coordinator, server }]
  for (const node of cluster.workers) servers.push({ node, server: await start(node) })
  for (const { node, server: onNode } of servers) {
    const strict = await start(node, `?${ONE_SHARD}`)
    errors.push(...(await executeEach(onNode.origin)), ...(await executeEach(strict.origin)))
    const list = await fetch(`${strict.origin}/api/v1/projects`)
    if (list.ok)
      errors.push(
        'A list of projects does not fail, so that the other statements may be on several shards too',
      )
    await end(strict)
  }
  const [worker] = cluster.workers as [Postgres]
  await cluster.coordinator.query('delete from projects')
  await fuzz(cluster.coordinator.url)
  await cluster.coordinator.query('delete from projects')
  await fuzz(worker.url)
  errors.push(...(await measureDifferences(cluster, server.origin)))
  await cluster.coordinator.query('delete from projects')
  for (let round = 0; round < kills && errors.length === 0; round++) {
    const node = servers[round % servers.length]?.node ?? cluster.coordinator
    await kill(`round${round}`, node, cluster, servers)
  }
  for (const { server: onNode } of servers) errors.push(...unexpectedErrorsOf(onNode))
}

/** A server, and the node that it is connected to. */
interface NodeServer {
  node: Postgres
  server: ServerProcess
}

/** Runs a program of the build and returns its output. */
async function run(name: 'migrate' | 'distribute', settings: Record<string, string>): Promise<string> {
  const program = runProgram(name, directory.path, settings)
  if ((await program.ended) !== 0) throw new Error(`${name} failed: ${program.output.stderr}`)
  return program.output.stdout
}

/** Executes each operation for one shard several times, and returns what differs from the model. */
async function executeEach(origin: string): Promise<string[]> {
  const options = { origins: () => [origin], operations: ON_ONE_SHARD, onlyExisting: true }
  const traffic = new Traffic({ ...options, clients: CLIENTS, name: crypto.randomUUID() })
  const succeeded = (id: string) =>
    [200, 201, 204].reduce((sum, status) => sum + (traffic.answers.get(`${id} ${status}`) ?? 0), 0)
  while (traffic.error === undefined && !ON_ONE_SHARD.every(({ id }) => succeeded(id) >= EXECUTIONS))
    await sleep(POLL_MS)
  await traffic.stop()
  return traffic.error === undefined ? [] : [traffic.error.message]
}

/** Writes to a task whose id has another bucket than its project's. */
async function checkEarlierTask(origin: string, id: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  const statuses: number[] = []
  for (const [method, path, body] of [
    ['GET', ''],
    ['PATCH', '', '{"description":"Changed"}'],
    ['PATCH', '/status', '{"status":"DONE"}'],
    ['DELETE', ''],
    ['GET', ''],
  ] as const) {
    const options = body === undefined ? { method } : { method, headers, body }
    statuses.push((await fetch(`${origin}/api/v1/tasks/${id}${path}`, options)).status)
  }
  if (statuses.join() !== '200,200,200,204,404') errors.push(`An earlier task: ${statuses.join()}`)
}

/** Compares the responses to eight clients with a model. */
async function fuzz(url: string): Promise<void> {
  const fuzzer = spawn(process.execPath, ['--import', 'tsx', FUZZ, '--requests', values.requests], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: 'inherit',
  })
  const [status] = (await once(fuzzer, 'close')) as [number | null]
  if (status !== 0) errors.push(`The fuzzer ended with ${status}`)
}

/** Adds a project, and a task whose id has another bucket, as earlier versions do. Returns the id of the task. */
async function addEarlierRows({ query }: Postgres): Promise<string> {
  const [project, task] = [newId(), newId()]
  await query(`insert into projects (id, name, status) values ($1, 'earlier', 'ACTIVE')`, [project])
  await query(
    `insert into tasks (id, project_id, title, status, priority) values ($1, $2, 'earlier', 'TODO', 'LOW')`,
    [task, project],
  )
  return task
}

/**
 * Kills a node under load and starts it again. Clients repeat their requests until it is back, and must then write on.
 */
async function kill(
  name: string,
  node: Postgres,
  cluster: CitusCluster,
  servers: readonly NodeServer[],
): Promise<void> {
  const isCoordinator = node === cluster.coordinator
  const sent = isCoordinator ? WITHOUT_COORDINATOR : operations
  const loads = servers.map(({ server: { origin } }, i) => {
    const options = {
      origins: () => [origin],
      clients: CLIENTS,
      isRepeating: true,
      pauseMs: PAUSE_MS,
      operations: sent,
    }
    return [false, true].map(
      (isShared) => new Traffic({ ...options, isShared, name: `${name}-${i}-${isShared}` }),
    )
  })
  traffics.push(...loads.flat())
  const moreWrites = (of: readonly Traffic[][]) =>
    Promise.all(of.flat().map((traffic) => traffic.more('writes', WRITES)))
  try {
    await moreWrites(loads)
    await node.stop('killed')
    await sleep(DOWN_MS)
    await node.start()
    await moreWrites(loads)
  } finally {
    await Promise.all(loads.flat().map((traffic) => traffic.stop()))
  }
  const [{ server }] = servers as [NodeServer]
  await cluster.untilRecovered()
  await until(async () => (await fetch(`${server.origin}/readyz`)).ok)
  const found = [...(await stopAndCheck(server.origin, traffics)), ...(await wrongTotals(cluster, server))]
  finished++
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
  errors.push(...found.map((error) => `${name}: ${error}`))
}

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
