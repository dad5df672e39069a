import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { ChangeFollower, CURRENT_STATE, type CurrentRow } from '../../support/writes/change-follower.ts'
import { ALL_ROWS, WriteLog, type Row } from '../../support/writes/write-log.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { end, makeDirectory, type ServerProcess, startServer } from '../../support/programs/process.ts'
import { until } from '../../support/until.ts'
import { type WriteResponse, type Send, Writer } from '../../support/writes/writer.ts'

import { seededRandom } from './seeded-random.ts'

const WRITERS = 8
const MAX_UPTIME_MS = 500
const PROGRESS_EVERY = 10
const VICTIMS = ['server', 'database', 'both'] as const

// Kills the server, its database or both at random times while clients write through it and through a second server, and
// checks that every acknowledged write is in the database, and that the change feed reproduces the database.
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now()) },
  },
})
const [times, seed] = [Number(values.times), Number(values.seed)]
// The order of the clients' requests is not deterministic, so they have a generator of their own.
const [random, clientRandom] = [seededRandom(seed), seededRandom(seed + 1)]

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
let requests = 0

const send: Send = async (method, path, body, key) => {
  try {
    const response = await fetch(`${origins()[requests++ % 2] ?? ''}/api/v1${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? {} : (JSON.parse(text) as WriteResponse['body']),
      replayed: response.headers.has('Idempotent-Replayed'),
    }
  } catch {
    return undefined
  }
}

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

const rows = (prefix: string): Promise<Row[]> =>
  database.query<Row>(`select * from (${ALL_ROWS}) as everything where label like $1`, [`${prefix}%`])

const follower = new ChangeFollower(origins)
let isFinished = false
const writeLogs: WriteLog[] = []
const answers = new Map<string, number>()
const killed = new Map<string, number>()
const errors: string[] = []
let replays = 0
const startTime = performance.now()
const seconds = () => ((performance.now() - startTime) / 1000).toFixed(0)
const isStopped = () => interruption.signal.aborted || errors.length > 0
try {
  server = await startServer(directory.path, settings)
  second = await startServer(directory.path, settings)
  const following = follower.run(() => isFinished)
  for (let round = 0; round < times && !isStopped(); round++) {
    const writeLog = new WriteLog()
    const prefix = `round${round}`
    const writers = Array.from(
      { length: WRITERS },
      (_, i) => new Writer(`${prefix}writer${i}`, send, writeLog, clientRandom),
    )
    const running = writers.map((writer) => writer.run())
    await sleep(random() * MAX_UPTIME_MS)
    const victim = VICTIMS[round] ?? VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'server'
    await kill(victim)
    for (const writer of writers) writer.stop()
    await Promise.all(running)

    writeLogs.push(writeLog)
    killed.set(victim, (killed.get(victim) ?? 0) + 1)
    for (const writer of writers) {
      errors.push(...writer.unexpectedResponses)
      replays += writer.replays
      for (const [status, count] of writer.responses) {
        const name = status === 0 ? 'broken' : String(status)
        answers.set(name, (answers.get(name) ?? 0) + count)
      }
    }
    errors.push(...writeLog.check(await rows(prefix)))
    if (writeLogs.length % PROGRESS_EVERY === 0) {
      process.stderr.write(`${writeLogs.length} of ${times} kills in ${seconds()} s\n`)
    }
  }
  // The writes of each round must still be there after the last one.
  const all = isStopped() ? [] : await rows('round')
  for (const writeLog of isStopped() ? [] : writeLogs) errors.push(...writeLog.check(all))
  isFinished = true
  await following
  errors.push(...follower.check(await database.query<CurrentRow>(CURRENT_STATE)))
  for (const writeLog of writeLogs) errors.push(...writeLog.missingIn(follower.states))
} catch (error) {
  errors.push(interruption.signal.aborted ? 'Interrupted' : String(error))
} finally {
  if (server) await end(server, 'SIGKILL')
  if (second) await end(second, 'SIGKILL')
  await database.remove()
  await directory.remove()
}

const resources = writeLogs.reduce((sum, { size }) => sum + size, 0)
const listed = (counts: Map<string, number>) => [...counts].map(([name, n]) => `${name} ${n}`).join(', ')
process.stdout.write(
  `Kills: ${writeLogs.length} of ${times} (${listed(killed)}) in ${seconds()} s, seed ${seed}. ` +
    `Answers: ${listed(answers)}; replayed: ${replays}. Resources written: ${resources}. Changes followed: ${follower.changes}. Errors: ${errors.length}.\n`,
)
for (const error of errors) process.stderr.write(`${error}\n`)
// A client of an interrupted round may still be retrying.
process.exit(errors.length > 0 || writeLogs.length < times ? 1 : 0)
