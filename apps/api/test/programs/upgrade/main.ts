import { loadOpenApiDocument } from '../../../src/openapi/document.ts'
import { operationsOf } from '../../model/operations.ts'
import { stopAndCheck, Traffic } from '../../model/traffic.ts'
import { createDatabase } from '../../support/database/database.ts'
import { useDatabaseServer } from '../../support/database/script-database.ts'
import {
  end,
  makeDirectory,
  runProgram,
  type ServerProcess,
  startServer,
} from '../../support/programs/process.ts'
import { until } from '../../support/until.ts'

import { startBalancer } from './balancer.ts'
import { buildBefore } from './before.ts'

const CLIENTS = 20
/** The number of responses in each stage of the upgrade. */
const ANSWERS = 400

// A rolling upgrade: two servers of the version before the newest migration serve requests while the database is
// migrated, and are then replaced one by one. No request may fail.
const old = await buildBefore()
const databaseServer = await useDatabaseServer()
const directory = await makeDirectory()
const database = await createDatabase()
const settings = { DATABASE_URL: database.url, METRICS_PORT: '0' }
const balancer = await startBalancer()
const running: ServerProcess[] = []
let traffic: Traffic | undefined
try {
  const first = await addServer(old.dist)
  const second = await addServer(old.dist)
  // Requests that both versions accept.
  const operations = operationsOf(loadOpenApiDocument(old.description))
  const origins = () => [balancer.origin]
  traffic = new Traffic({ origins, clients: CLIENTS, name: 'upgrade', isShared: true, operations })
  await serve('two servers without the migration')
  const migration = runProgram('migrate', directory.path, settings)
  const status = await migration.ended
  if (status !== 0 || !migration.output.stdout.includes(old.missing)) {
    throw new Error(`The migration ended with ${String(status)}: ${JSON.stringify(migration.output)}`)
  }
  await serve(`the same two servers after ${old.missing}`)
  await addServer()
  await serve('the same, and a new server')
  await removeServer(first)
  await serve('one old server and one new one')
  await addServer()
  await removeServer(second)
  await serve('two new servers')
  const errors = await stopAndCheck(balancer.origin, [traffic])
  process.stdout.write(
    `From ${old.commit.slice(0, 7)}. Requests: ${traffic.observed.requests}. Errors: ${errors.length}.\n`,
  )
  for (const error of errors) process.stderr.write(`${error}\n`)
  if (errors.length > 0) process.exitCode = 1
} finally {
  await traffic?.stop()
  balancer.close()
  await Promise.all(running.map((server) => end(server)))
  await database.drop()
  await directory.remove()
  await databaseServer.stop()
  await old.remove()
}

/** Starts a server and adds it to the balancer when it is ready. */
async function addServer(dist?: string): Promise<ServerProcess> {
  const server = await startServer(directory.path, settings, dist)
  running.push(server)
  await until(async () => (await fetch(`${server.origin}/readyz`)).ok)
  balancer.add(server.origin)
  return server
}

/** Removes a server from the balancer and stops it. */
async function removeServer(server: ServerProcess): Promise<void> {
  await balancer.remove(server.origin)
  const status = await end(server)
  if (status !== 0) throw new Error(`A server exited with ${String(status)}: ${server.output.stderr}`)
}

async function serve(state: string): Promise<void> {
  const before = new Map(balancer.answered)
  const counts = () =>
    [...balancer.answered]
      .map(([origin, count]) => count - (before.get(origin) ?? 0))
      .filter((count) => count > 0)
  await until(() => Promise.resolve(counts().reduce((sum, count) => sum + count, 0) >= ANSWERS))
  process.stdout.write(`${state}: ${counts().join(' + ')} requests\n`)
}
