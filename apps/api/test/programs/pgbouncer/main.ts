import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import pg from 'pg'

import { ChangeFollower, CURRENT_STATE, type CurrentRow } from '../../model/change-follower.ts'
import { stopAndCheck, Traffic } from '../../model/traffic.ts'
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
 * response differs from the model, or the changes differ from the database.
 */
async function load(prepared: 'on' | 'off'): Promise<boolean> {
  const database = await createDatabase()
  const settings = { DATABASE_URL: database.url, PREPARED_STATEMENTS: prepared, CHANGES_TTL: '86400' }
  await runProgram('migrate', directory.path, settings).ended
  const servers = await Promise.all([1, 2].map(() => startServer(directory.path, settings)))
  const origins = () => servers.map(({ origin }) => origin)
  const traffic = new Traffic({ origins, clients: CLIENTS, name: 'pooled', isShared: true })
  const follower = new ChangeFollower(origins)
  let isStopped = false
  // Without an end if its requests fail, as those with prepared statements do.
  const following = prepared === 'off' ? follower.run(() => isStopped) : undefined
  const errors: string[] = []
  try {
    await traffic.more('requests', REQUESTS)
    errors.push(...(await stopAndCheck(servers[0]?.origin ?? '', [traffic])))
    isStopped = true
    await following
    if (following !== undefined) errors.push(...follower.check(await currentRows(database.url)))
  } catch (error) {
    errors.push(String(error))
    isStopped = true
  }
  await Promise.all(servers.map((server) => end(server)))
  await database.drop()
  process.stdout.write(
    `Two servers, PREPARED_STATEMENTS=${prepared}: ${traffic.observed.requests} requests, ` +
      `${follower.changes} changes followed, ${errors.length} errors\n`,
  )
  if (prepared === 'off') for (const error of errors) process.stderr.write(`${error}\n`)
  return errors.length > 0
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
