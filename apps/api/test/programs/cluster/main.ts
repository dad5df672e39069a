import { parseArgs } from 'node:util'

import type { Traffic } from '../../model/traffic.ts'
import { type ServerProcess, unexpectedErrorsOf } from '../../support/programs/process.ts'
import { runScenario, type Scenario } from '../../support/programs/scenario.ts'
import { describeObserved, moreWrites, observedBy, startLoad } from '../../support/under-load.ts'

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

// Two servers under load on a PostgreSQL cluster whose leader fails in several ways. One server connects through HAProxy,
// the other through PgBouncer and HAProxy.
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, failures: { type: 'string' } },
})
const names = values.failures?.split(',') ?? Object.keys(FAILURES)

/** The clients of all rounds: what one has written must still be there after the later ones. */
const traffics: Traffic[] = []

await runScenario(async (scenario) => {
  process.stdout.write(`${requirePackages().join(', ')}\n`)
  const cluster = await startCluster(scenario)
  const servers = [
    await scenario.start({ DATABASE_URL: cluster.url }),
    await scenario.start({ DATABASE_URL: cluster.pooledUrl, PREPARED_STATEMENTS: 'off' }),
  ]
  for (let round = 0; round < Number(values.rounds); round++) await run(round, cluster, servers, scenario)
  scenario.errors.push(...servers.flatMap(unexpectedErrorsOf))
})

async function run(
  round: number,
  cluster: Cluster,
  servers: readonly ServerProcess[],
  { errors, check }: Scenario,
): Promise<void> {
  const name = names[round % names.length] ?? ''
  const failure = FAILURES[name]
  if (failure === undefined) throw new Error(`There is no failure "${name}"`)
  const known = errors.length
  const before = await cluster.healthy()
  const loads = servers.flatMap(({ origin }, i) => startLoad(`round${round}-${i}`, origin))
  traffics.push(...loads)
  try {
    await moreWrites(loads, WRITES)
    const repair = await failure(cluster, before)
    await moreWrites(loads, WRITES)
    await repair()
    await cluster.healthy()
    const { unavailable } = observedBy(loads)
    await moreWrites(loads, WRITES)
    if (observedBy(loads).unavailable > unavailable) errors.push('503 from a healthy cluster')
  } finally {
    await Promise.all(loads.map((load) => load.stop()))
  }
  const after = await cluster.healthy()
  const outage = observedBy(loads).longestOutage / 1000
  if (outage > MAX_OUTAGE_SECONDS) errors.push(`no write for ${outage.toFixed(1)} s`)
  for (const { origin } of servers) {
    if (!(await fetch(`${origin}/readyz`)).ok) errors.push(`${origin} is not ready`)
  }
  await check(servers[round % servers.length]?.origin ?? '', traffics)
  const title = `Round ${round + 1}, ${name}, ${before.name} -> ${after.name}`
  const found = errors.splice(known)
  errors.push(...found.map((error) => `${title}: ${error}`))
  process.stdout.write(`${title}: ${describeObserved(loads)}; ${found.length} errors\n`)
}
