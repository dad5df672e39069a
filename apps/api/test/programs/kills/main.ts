import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import fc from 'fast-check'

import { ChangeFollower, CURRENT_STATE, type CurrentRow } from '../../model/change-follower.ts'
import { stopAndCheck, Traffic } from '../../model/traffic.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { end, makeDirectory, type ServerProcess, startServer } from '../../support/programs/process.ts'
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

// Registered before any process is started, so that an interrupt always stops them.
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interruption.abort()
  })
}

const directory = await makeDirectory()
const database = await startPostgres()
const settings = { DATABASE_URL: database.url, CHANGES_TTL: '86400' }
let server: ServerProcess | undefined
let second: ServerProcess | undefined
const origins = () => [server?.origin ?? '', second?.origin ?? '']

/** Kills and restarts the server, the database, or both in parallel: a starting server waits for its database. */
async function kill(victim: (typeof VICTIMS)[number]): Promise<void> {
  const [killServer, killDatabase] = [victim !== 'database', victim !== 'server']
  await Promise.all([killServer && server && end(server, 'SIGKILL'), killDatabase && database.stop('killed')])
  const [started] = await Promise.all([
    killServer ? startServer(directory.path, settings) : server,
    killDatabase && database.start(),
  ])
  server = started
  for (const origin of origins()) await until(async () => (await fetch(`${origin}/readyz`)).status === 200)
}

const follower = new ChangeFollower(origins)
let isFinished = false
const traffics: Traffic[] = []
const killed = new Map<string, number>()
const errors: string[] = []
const startTime = performance.now()
const seconds = () => ((performance.now() - startTime) / 1000).toFixed(0)
try {
  server = await startServer(directory.path, settings)
  second = await startServer(directory.path, settings)
  const following = follower.run(() => isFinished)
  for (const [i, { victim: chosen, uptimeMs }] of rounds.entries()) {
    if (interruption.signal.aborted || errors.length > 0) break
    const name = `round${i}`
    const traffic = new Traffic({ origins, clients: CLIENTS, name, isRepeating: true, seed: seed + i })
    traffics.push(traffic)
    await sleep(uptimeMs)
    const victim = VICTIMS[i] ?? chosen
    await kill(victim)
    killed.set(victim, (killed.get(victim) ?? 0) + 1)
    // The writes of each round must still be there after the later ones.
    errors.push(...(await stopAndCheck(second.origin, traffics)))
    if (traffics.length % PROGRESS_EVERY === 0)
      process.stderr.write(`${traffics.length} of ${times} kills in ${seconds()} s\n`)
  }
  isFinished = true
  await following
  errors.push(...follower.check(await database.query<CurrentRow>(CURRENT_STATE)))
} catch (error) {
  errors.push(interruption.signal.aborted ? 'Interrupted' : String(error))
} finally {
  if (server) await end(server, 'SIGKILL')
  if (second) await end(second, 'SIGKILL')
  await database.remove()
  await directory.remove()
}

const listed = (counts: Map<string, number>) => [...counts].map(([name, n]) => `${name} ${n}`).join(', ')
const sum = (what: 'requests' | 'repeated' | 'writes') =>
  traffics.reduce((total, { observed }) => total + observed[what], 0)
process.stdout.write(
  `Kills: ${traffics.length} of ${times} (${listed(killed)}) in ${seconds()} s, seed ${seed}. ` +
    `Requests: ${sum('requests')}, repeated: ${sum('repeated')}; writes: ${sum('writes')}. ` +
    `Changes followed: ${follower.changes}. Errors: ${errors.length}.\n`,
)
for (const error of errors) process.stderr.write(`${error}\n`)
// A client of an interrupted round may still be sending.
process.exit(errors.length > 0 || traffics.length < times ? 1 : 0)
