import { ChangeFollower, CURRENT_STATE, type CurrentRow } from '../../model/change-follower.ts'
import { Traffic } from '../../model/traffic.ts'
import { queryOn } from '../../support/database/query-on.ts'
import { useDatabase, useDatabaseServer } from '../../support/database/script-database.ts'
import { runProgram } from '../../support/programs/process.ts'
import { runTests } from '../../support/programs/run-node.ts'
import { runScenario } from '../../support/programs/scenario.ts'

import { startPooler } from './pooler.ts'

const CLIENTS = 40
const REQUESTS = 4000
/** The test files that need only a database, and no prepared statements. */
const TESTS = [
  'http/endpoints',
  'resources/lists',
  'resources/resources',
  'resources/states',
  'http/errors',
  'resources/concurrency',
  'http/conditional-requests',
  'http/idempotency',
  'resources/cursors',
  'changes/changes',
].map((name) => `apps/api/test/${name}.test.ts`)

// Executes tests, migrations and two servers under load through PgBouncer in transaction mode.
await runScenario(async (scenario) => {
  const { directory, errors } = scenario
  await useDatabaseServer(scenario)
  const pooler = await startPooler(scenario, process.env['TEST_DATABASE_URL'] ?? '')
  process.env['TEST_DATABASE_URL'] = pooler.url
  process.stdout.write(`PgBouncer ${pooler.version}, in transaction mode\n`)
  if (!(await runTests(['--runTestsByPath', ...TESTS], { TEST_PREPARED_STATEMENTS: 'off' })))
    errors.push('The tests failed')
  await migrateAtOnce()
  await load()
  const failure = await loadPrepared().catch(String)
  process.stdout.write(
    `With PREPARED_STATEMENTS=on: ${failure === undefined ? 'no failure' : `as expected before 1.21, ${failure}`}\n`,
  )

  /** Three concurrent migrations of an empty database: one executes them, the others find none pending. */
  async function migrateAtOnce(): Promise<void> {
    const settings = { DATABASE_URL: await useDatabase(scenario) }
    const programs = [1, 2, 3].map(() => runProgram('migrate', directory, settings))
    const statuses = await Promise.all(programs.map(({ ended }) => ended))
    const printed = programs.map(({ output }) => output.stdout).join('')
    process.stdout.write(`Three migrations at once: ended with ${statuses.join(', ')}\n`)
    if (statuses.join() !== '0,0,0' || printed.match(/0001/g)?.length !== 1)
      errors.push(`Three migrations printed ${printed}`)
  }

  /** Two servers under load, and a client that follows the change feed through both. */
  async function load(): Promise<void> {
    const { url, origins, traffic } = await startTraffic('off')
    const follower = new ChangeFollower(origins)
    let isStopped = false
    const following = follower.run(() => isStopped)
    await traffic.more('requests', REQUESTS)
    await scenario.check(origins()[0] ?? '', [traffic])
    isStopped = true
    await following
    errors.push(...follower.check(await queryOn<CurrentRow>(url, CURRENT_STATE)))
    process.stdout.write(
      `Two servers: ${traffic.observed.requests} requests, ${follower.changes} changes followed\n`,
    )
  }

  /** Throws if a request fails: a statement that was prepared on one connection does not exist on the next. */
  async function loadPrepared(): Promise<undefined> {
    const { traffic } = await startTraffic('on')
    try {
      await traffic.more('requests', REQUESTS)
    } finally {
      await traffic.stop()
    }
  }

  async function startTraffic(prepared: 'on' | 'off') {
    const url = await useDatabase(scenario)
    const settings = { DATABASE_URL: url, PREPARED_STATEMENTS: prepared, CHANGES_TTL: '86400' }
    await scenario.run('migrate', settings)
    const servers = [await scenario.start(settings), await scenario.start(settings)]
    const origins = () => servers.map(({ origin }) => origin)
    const traffic = new Traffic({ origins, clients: CLIENTS, name: 'pooled', isShared: true })
    return { url, origins, traffic }
  }
})
