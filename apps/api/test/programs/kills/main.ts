import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import fc from 'fast-check'

import { ChangeFollower, CURRENT_STATE, type CurrentRow } from '../../model/change-follower.ts'
import { Traffic } from '../../model/traffic.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { end } from '../../support/programs/process.ts'
import { runScenario } from '../../support/programs/scenario.ts'
import { describeObserved } from '../../support/under-load.ts'
import { until } from '../../support/until.ts'

const CLIENTS = 8
const MAX_UPTIME_MS = 500
const PROGRESS_EVERY = 10
/** The victims of the first rounds; those of the others are chosen by the seed. */
const VICTIMS = ['server', 'database', 'both'] as const

// Kills the server, its database or both at random times while clients write through it and through a second server, and
// checks that everything is as the clients expect by the responses that they received, and that the change feed reproduces it.
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const [times, seed] = [Number(values.times), Number(values.seed)]
const rounds = fc.sample(
  fc.record({ victim: fc.constantFrom(...VICTIMS), uptimeMs: fc.nat({ max: MAX_UPTIME_MS }) }),
  { seed, numRuns: times },
)

await runScenario(async ({ defer, start, check, errors }) => {
  process.stdout.write(`${times} kills, seed ${seed}\n`)
  const database = await startPostgres()
  defer(database.remove)
  const settings = { DATABASE_URL: database.url, CHANGES_TTL: '86400' }
  let server = await start(settings)
  const second = await start(settings)
  const origins = () => [server.origin, second.origin]

  /** Kills and restarts the server, the database, or both in parallel: a starting server waits for its database. */
  async function kill(victim: (typeof VICTIMS)[number]): Promise<void> {
    const [killServer, killDatabase] = [victim !== 'database', victim !== 'server']
    await Promise.all([killServer && end(server, 'SIGKILL'), killDatabase && database.stop('killed')])
    const [started] = await Promise.all([
      killServer ? start(settings) : server,
      killDatabase && database.start(),
    ])
    server = started
    for (const origin of origins()) await until(async () => (await fetch(`${origin}/readyz`)).status === 200)
  }

  const follower = new ChangeFollower(origins)
  let isFinished = false
  const following = follower.run(() => isFinished)
  const traffics: Traffic[] = []
  const killed: Record<string, number> = {}
  for (const [i, { victim: chosen, uptimeMs }] of rounds.entries()) {
    const name = `round${i}`
    const traffic = new Traffic({ origins, clients: CLIENTS, name, isRepeating: true, seed: seed + i })
    traffics.push(traffic)
    await sleep(uptimeMs)
    const victim = VICTIMS[i] ?? chosen
    await kill(victim)
    killed[victim] = (killed[victim] ?? 0) + 1
    // The writes of each round must still be there after the later ones.
    await check(second.origin, traffics)
    if (traffics.length % PROGRESS_EVERY === 0) process.stderr.write(`${traffics.length} of ${times} kills\n`)
    if (errors.length > 0) break
  }
  isFinished = true
  await following
  errors.push(...follower.check(await database.query<CurrentRow>(CURRENT_STATE)))
  process.stdout.write(
    `Killed: ${JSON.stringify(killed)}. ${describeObserved(traffics)}. ` +
      `Changes followed: ${follower.changes}.\n`,
  )
})
