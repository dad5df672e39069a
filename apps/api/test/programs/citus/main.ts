import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { newId } from '../../../src/db/ids.ts'
import { operations } from '../../model/operations.ts'
import { Traffic } from '../../model/traffic.ts'
import type { Postgres } from '../../support/database/postgres.ts'
import { end, type ServerProcess, unexpectedErrorsOf } from '../../support/programs/process.ts'
import { runNode } from '../../support/programs/run-node.ts'
import { runScenario, type Scenario } from '../../support/programs/scenario.ts'

import { startCitus } from './cluster.ts'
import { measureDifferences } from './differences.ts'
import { killNodes, type NodeServer } from './kills.ts'

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
const TIMEOUT_MS = 600_000

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

await runScenario(async (scenario) => {
  const { errors, run } = scenario
  const cluster = await startCitus(scenario, values.bin, values.recovery)
  const { coordinator, workers } = cluster
  process.stdout.write(`${cluster.version}\n`)
  const settings = { DATABASE_URL: coordinator.url, CHANGES_TTL: '3600' }
  await run('migrate', settings)
  const earlierTask = await addEarlierRows(coordinator)
  process.stdout.write(await run('distribute', settings))
  // Again, as after an interruption, and as after an update.
  await run('distribute', settings)
  await run('migrate', settings)
  const server = await scenario.start(settings)
  await checkEarlierTask(server, earlierTask, errors)
  const servers: NodeServer[] = [{ node: coordinator, server }]
  for (const node of workers) servers.push({ node, server: await scenario.start({ DATABASE_URL: node.url }) })
  for (const each of servers) await checkShards(each, scenario)
  for (const { url } of [coordinator, ...workers.slice(0, 1)]) {
    await coordinator.query('delete from projects')
    const fuzz = ['--import', 'tsx', 'apps/api/test/programs/fuzz/main.ts', '--requests', values.requests]
    if (!(await runNode(fuzz, { DATABASE_URL: url }))) errors.push('The fuzzer failed')
  }
  await coordinator.query('delete from projects')
  errors.push(...(await measureDifferences(cluster, server)))
  await coordinator.query('delete from projects')
  await killNodes(Number(values.kills), cluster, servers, scenario)
  errors.push(...servers.flatMap((each) => unexpectedErrorsOf(each.server)))
})

/** Executes each operation with one shard on a node, where statements on several shards fail in a second server. */
async function checkShards({ node, server }: NodeServer, { start, errors }: Scenario): Promise<void> {
  const strict = await start({ DATABASE_URL: `${node.url}?${ONE_SHARD}` })
  for (const { origin } of [server, strict]) await executeEach(origin)
  if ((await strict.send('GET', '/api/v1/projects')).status === 200)
    errors.push('A list of projects does not fail, so that other statements may be on several shards too')
  await end(strict)
}

/** Executes each operation for one shard several times. Throws if a response differs from the model. */
async function executeEach(origin: string): Promise<void> {
  const options = { origins: () => [origin], operations: ON_ONE_SHARD, onlyExisting: true }
  const traffic = new Traffic({ ...options, clients: CLIENTS, name: crypto.randomUUID() })
  const succeeded = (id: string) =>
    [200, 201, 204].reduce((sum, status) => sum + (traffic.answers.get(`${id} ${status}`) ?? 0), 0)
  const deadline = Date.now() + TIMEOUT_MS
  const missing = () => ON_ONE_SHARD.filter(({ id }) => succeeded(id) < EXECUTIONS)
  while (traffic.error === undefined && missing().length > 0 && Date.now() < deadline) await sleep(POLL_MS)
  await traffic.stop()
  for (const { id } of missing()) traffic.error ??= new Error(`${id} has not succeeded ${EXECUTIONS} times`)
  if (traffic.error !== undefined) throw traffic.error
}

/** Writes to a task whose id has another bucket than its project's. */
async function checkEarlierTask({ send }: ServerProcess, id: string, errors: string[]): Promise<void> {
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
