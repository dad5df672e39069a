import { parseArgs } from 'node:util'

import { stopAndCheck, type Traffic } from '../../model/traffic.ts'
import {
  end,
  makeDirectory,
  type ServerProcess,
  startServer,
  unexpectedErrorsOf,
} from '../../support/programs/process.ts'
import { startLoad } from '../../support/under-load.ts'

import { type Cluster, startCluster } from './cluster.ts'
import { FAILURES } from './failures.ts'
import { requirePackages } from './programs.ts'
import { PATRONI_TIMES } from './settings.ts'

/** Successful writes of each server before a failure, after it, and after the repair. */
const WRITES = 50
/** Promotion, and the next health check of HAProxy. */
const PROMOTION_SECONDS = 5
/** A leader is replaced when its key in etcd expires, and the others find out in their next cycle. */
const MAX_OUTAGE_SECONDS = PATRONI_TIMES.ttl + PATRONI_TIMES.loop_wait + PROMOTION_SECONDS
const MAX_PRINTED_ERRORS = 50

// Two servers under load on a PostgreSQL cluster whose leader fails in several ways. One server connects through HAProxy,
// the other through PgBouncer and HAProxy.
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, failures: { type: 'string' } },
})
const rounds = Number(values.rounds)
const failures = Object.entries(FAILURES).filter(
  ([name]) => values.failures?.split(',').includes(name) ?? true,
)

/** The clients of all rounds: what one has written must still be there after the later ones. */
const traffics: Traffic[] = []
let finished = 0
const errors: string[] = []
// Registered before any process is started, so that an interrupt always stops them.
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      reject(new Error(signal))
    })
  }
})

process.stdout.write(`${(await requirePackages()).join(', ')}\n`)
const directory = await makeDirectory()
const cleanup: (() => Promise<unknown>)[] = []
const servers: ServerProcess[] = []
try {
  await Promise.race([main(), interrupted])
} catch (error) {
  errors.push(String(error))
} finally {
  for (const step of cleanup.reverse()) await step()
  if (errors.length === 0) await directory.remove()
}

process.stdout.write(`Rounds: ${finished} of ${rounds}. Errors: ${errors.length}.\n`)
for (const error of errors.slice(0, MAX_PRINTED_ERRORS)) process.stderr.write(`${error}\n`)
if (errors.length > 0) process.stderr.write(`The logs are in ${directory.path}\n`)
process.exit(errors.length > 0 || finished < rounds ? 1 : 0)

async function main(): Promise<void> {
  const cluster = await startCluster(directory.path, cleanup)
  for (const settings of [
    { DATABASE_URL: cluster.url },
    { DATABASE_URL: cluster.pooledUrl, PREPARED_STATEMENTS: 'off' },
  ]) {
    const server = await startServer(directory.path, settings)
    servers.push(server)
    cleanup.push(() => end(server, 'SIGKILL'))
  }
  printRow(['round', 'failure', 'leader', 'outage', '503', 'requests', 'slowest', 'writes', 'errors'])
  for (let round = 0; round < rounds; round++) await run(round, cluster)
  errors.push(...servers.flatMap(unexpectedErrorsOf))
}

async function run(round: number, cluster: Cluster): Promise<void> {
  const [name, failure] = failures[round % failures.length] ?? []
  if (name === undefined || failure === undefined) throw new Error('There is no such failure')
  const found: string[] = []
  const before = await cluster.healthy()
  const loads = servers.flatMap(({ origin }, i) => startLoad(`round${round}-${i}`, origin))
  traffics.push(...loads)
  const moreWrites = () => Promise.all(loads.map((load) => load.more('writes', WRITES)))
  try {
    await moreWrites()
    const repair = await failure(cluster, before)
    await moreWrites()
    await repair()
    await cluster.healthy()
    const unavailable = unavailableOf(loads)
    await moreWrites()
    if (unavailableOf(loads) > unavailable) found.push('503 from a healthy cluster')
  } finally {
    await Promise.all(loads.map((load) => load.stop()))
  }
  const after = await cluster.healthy()

  const observed = loads.map((load) => load.observed)
  const outage = Math.max(...observed.map(({ longestOutage }) => longestOutage)) / 1000
  if (outage > MAX_OUTAGE_SECONDS) found.push(`no write for ${outage.toFixed(1)} s`)
  for (const { origin } of servers) {
    if (!(await fetch(`${origin}/readyz`)).ok) found.push(`${origin} is not ready`)
  }
  found.push(...(await stopAndCheck(servers[round % servers.length]?.origin ?? '', traffics)))
  finished++
  const slowest = Math.max(...observed.map(({ slowestMs }) => slowestMs)) / 1000
  const requests = observed.reduce((sum, each) => sum + each.requests, 0)
  const writes = observed.reduce((sum, each) => sum + each.writes, 0)
  printRow([
    ...[round + 1, name, `${before.name} -> ${after.name}`, `${outage.toFixed(1)} s`, unavailableOf(loads)],
    ...[requests, `${slowest.toFixed(1)} s`, writes, found.length],
  ])
  errors.push(...found.map((error) => `Round ${round + 1}, ${name}: ${error}`))
}

function unavailableOf(loads: readonly Traffic[]): number {
  return loads.reduce((sum, { observed }) => sum + observed.unavailable, 0)
}

function printRow(cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
