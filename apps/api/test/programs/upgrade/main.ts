import { loadOpenApiDocument } from '../../../src/openapi/document.ts'
import { operationsOf } from '../../model/operations.ts'
import { Traffic } from '../../model/traffic.ts'
import { useDatabase, useDatabaseServer } from '../../support/database/script-database.ts'
import { end, type ServerProcess } from '../../support/programs/process.ts'
import { runScenario } from '../../support/programs/scenario.ts'

import { buildBefore } from './before.ts'

const CLIENTS = 20
/** The number of requests in each stage of the upgrade. */
const REQUESTS = 400

// A rolling upgrade: two servers of the version before the newest migration serve requests while the database is
// migrated, and are then replaced one by one. No request may fail.
await runScenario(async (scenario) => {
  const old = await buildBefore()
  scenario.defer(old.remove)
  await useDatabaseServer(scenario)
  const settings = { DATABASE_URL: await useDatabase(scenario), METRICS_PORT: '0' }
  const start = (dist?: string) => scenario.start(settings, dist)
  /** Those to which the clients send their requests in turn. */
  const servers = [await start(old.dist), await start(old.dist)]
  const origins = () => servers.map(({ origin }) => origin)
  // Requests that both versions accept.
  const operations = operationsOf(loadOpenApiDocument(old.description))
  const traffic = new Traffic({ origins, clients: CLIENTS, name: 'upgrade', isShared: true, operations })
  const serve = async (state: string): Promise<void> => {
    await traffic.more('requests', REQUESTS)
    process.stdout.write(`${state}: ${traffic.observed.requests} requests\n`)
  }
  /** Replaces the oldest server, which exits when the clients send it no more requests. */
  const replaceOldest = async (): Promise<void> => {
    const [oldest] = servers.splice(0, 1) as [ServerProcess]
    await serve('a server removed')
    const status = await end(oldest)
    if (status !== 0) throw new Error(`A server exited with ${String(status)}: ${oldest.output.stderr}`)
    servers.push(await start())
    await serve('a new server in its place')
  }

  await serve(`two servers of ${old.commit.slice(0, 7)}`)
  const printed = await scenario.run('migrate', settings)
  if (!printed.includes(old.missing)) throw new Error(`The migration printed ${printed}`)
  await serve(`the same after ${old.missing}`)
  servers.push(await start())
  await serve('the same, and a new server')
  await replaceOldest()
  await replaceOldest()
  await scenario.check(origins()[0] ?? '', [traffic])
})
