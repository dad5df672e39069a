import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { newId } from '../../../src/db/ids.ts'
import { operations } from '../../model/operations.ts'
import { Traffic } from '../../model/traffic.ts'
import type { Postgres } from '../../support/database/postgres.ts'
import {
  end,
  makeDirectory,
  runProgram,
  type ServerProcess,
  startServer,
  unexpectedErrorsOf,
} from '../../support/programs/process.ts'

import { startCitus } from './cluster.ts'
import { measureDifferences } from './differences.ts'
import { type NodeServer, startKills } from './kills.ts'

const POLL_MS = 50
const CLIENTS = 4
/** A statement on several shards fails. */
const ONE_SHARD = 'options=-c%20citus.multi_task_query_log_level=error'
/** The operations whose statements are for one shard each. */
const ON_ONE_SHARD = operations.filter(
  ({ id }) => !['listProjects', 'listAllTasks', 'listChanges'].includes(id),
)
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
  await checkEarlierTask(server, earlierTask)
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
  errors.push(...(await measureDifferences(cluster, server)))
  await cluster.coordinator.query('delete from projects')
  const kill = startKills(cluster, servers)
  for (; finished < kills && errors.length === 0; finished++) {
    const node = servers[finished % servers.length]?.node ?? cluster.coordinator
    errors.push(...(await kill(`round${finished}`, node)))
  }
  for (const { server: onNode } of servers) errors.push(...unexpectedErrorsOf(onNode))
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
async function checkEarlierTask({ send }: ServerProcess, id: string): Promise<void> {
  const statuses: number[] = []
  for (const [method, path, body] of [
    ['GET', ''],
    ['PATCH', '', { description: 'Changed' }],
    ['PATCH', '/status', { status: 'DONE' }],
    ['DELETE', ''],
    ['GET', ''],
  ] as const)
    statuses.push((await send(method, `/api/v1/tasks/${id}${path}`, { body })).status)
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
