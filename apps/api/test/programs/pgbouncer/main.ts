import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import pg from 'pg'

import { findBrokenRules } from '../load/rules.ts'
import { type Model, RandomClient } from '../load/random-client.ts'
import { ChangeFollower, CURRENT_STATE, type CurrentRow } from '../../support/writes/change-follower.ts'
import { createDatabase } from '../../support/database/database.ts'
import { useDatabaseServer } from '../../support/database/script-database.ts'
import { end, makeDirectory, runProgram, startServer } from '../../support/programs/process.ts'

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
]
const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))

// Executes tests, migrations and two servers under load through PgBouncer in transaction mode.
const databaseServer = await useDatabaseServer()
const directory = await makeDirectory()
const pooler = await startPooler(directory.path, process.env['TEST_DATABASE_URL'] ?? '')
process.env['TEST_DATABASE_URL'] = pooler.url
process.stdout.write(`PgBouncer ${pooler.version}, in transaction mode\n`)
try {
  const failed = [await tests(), await migrations(), await load('off')]
  // Prepared statements must be disabled: a statement prepared on one server connection does not exist on the next.
  const named = await load('on')
  process.stdout.write(
    `With PREPARED_STATEMENTS=on: ${named ? 'failures, as expected before 1.21' : 'no failure'}\n`,
  )
  if (failed.includes(true)) process.exitCode = 1
} finally {
  await pooler.stop()
  await directory.remove()
  await databaseServer.stop()
}

async function tests(): Promise<boolean> {
  const args = [
    '--experimental-vm-modules',
    '--no-warnings=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
  ]
  const files = TESTS.map((name) => `apps/api/test/${name}.test.ts`)
  const jest = spawn(process.execPath, [...args, '--selectProjects', 'api', '--runTestsByPath', ...files], {
    cwd: ROOT,
    env: { ...process.env, TEST_PREPARED_STATEMENTS: 'off' },
    stdio: 'inherit',
  })
  const [status] = (await once(jest, 'close')) as [number | null]
  return status !== 0
}

/** Three concurrent migrations of an empty database: one executes them, the others find none pending. */
async function migrations(): Promise<boolean> {
  const database = await createDatabase()
  const programs = [1, 2, 3].map(() => runProgram('migrate', directory.path, { DATABASE_URL: database.url }))
  const statuses = await Promise.all(programs.map(({ ended }) => ended))
  const printed = programs.map(({ output }) => output.stdout).join('')
  await database.drop()
  process.stdout.write(`Three migrations at once: ended with ${statuses.join(', ')}\n`)
  return statuses.some((status) => status !== 0) || printed.match(/0001/g)?.length !== 1
}

/**
 * Two servers under load, and a client that follows the change feed through both. Returns whether a request failed, a
 * domain rule is violated, or the changes differ from the database.
 */
async function load(prepared: 'on' | 'off'): Promise<boolean> {
  const database = await createDatabase()
  const settings = { DATABASE_URL: database.url, PREPARED_STATEMENTS: prepared, CHANGES_TTL: '86400' }
  await runProgram('migrate', directory.path, settings).ended
  const servers = await Promise.all([1, 2].map(() => startServer(directory.path, settings)))
  const model: Model = { projects: [], tasks: [], answers: new Map(), done: new Set() }
  const count = (): number => [...model.answers.values()].reduce((sum, n) => sum + n, 0)
  const clients = Array.from(
    { length: CLIENTS },
    (_, i) => new RandomClient(servers[i % 2]?.origin ?? '', model),
  )
  const follower = new ChangeFollower(() => servers.map(({ origin }) => origin))
  // Without an end if its requests fail, as those with prepared statements do.
  const following = prepared === 'off' ? follower.run(() => count() >= REQUESTS) : undefined
  await Promise.all(clients.map((client) => client.runWhile(() => count() < REQUESTS)))
  await following
  const failedRequests = [...model.answers].filter(([answer]) => / (5\d\d|failed)/.test(answer))
  const broken = prepared === 'off' ? await findBrokenRules(servers[0]?.origin ?? '', model) : []
  const differences = prepared === 'off' ? follower.check(await currentRows(database.url)) : []
  await Promise.all(servers.map((server) => end(server)))
  await database.drop()
  const failures = failedRequests.reduce((sum, [, n]) => sum + n, 0)
  process.stdout.write(
    `Two servers, PREPARED_STATEMENTS=${prepared}: ${count()} requests, ${failures} failed, ${broken.length} rules broken, ` +
      `${follower.changes} changes followed, ${differences.length} differences\n`,
  )
  for (const line of [...broken, ...differences]) process.stderr.write(`${line}\n`)
  return failures + broken.length + differences.length > 0
}

async function currentRows(url: string): Promise<CurrentRow[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<CurrentRow>(CURRENT_STATE)).rows
  } finally {
    await client.end()
  }
}
