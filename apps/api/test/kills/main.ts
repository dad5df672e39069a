import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { EVERYTHING, Ledger, type Row } from '../support/ledger.ts'
import { startPostgres } from '../support/postgres.ts'
import { end, makeDirectory, type ServerProcess, startServer } from '../support/process.ts'
import { until } from '../support/until.ts'
import { type Answer, type Send, Writer } from '../support/writer.ts'

import { randomOf } from './random.ts'

const WRITERS = 8
const LONGEST_LIFE_MS = 500
const PROGRESS_EVERY = 10
const VICTIMS = ['server', 'database', 'both'] as const

// Kills the server, its database or both at random moments, while clients write; then looks for what they were told.
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now()) },
  },
})
const [times, seed] = [Number(values.times), Number(values.seed)]
// What the clients do comes in no certain order, and shall not change what is killed.
const [random, randomOfClients] = [randomOf(seed), randomOf(seed + 1)]

// Before anything is started that would be left behind.
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interruption.abort()
  })
}

const directory = await makeDirectory()
const database = await startPostgres()
const settings = { DATABASE_URL: database.url }
let server: ServerProcess | undefined
const origin = () => server?.origin ?? ''

const send: Send = async (method, path, body, key) => {
  try {
    const response = await fetch(`${origin()}/api/v1${path}`, {
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
      body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
      replayed: response.headers.has('Idempotent-Replayed'),
    }
  } catch {
    return undefined
  }
}

/** Kills, and starts again what was killed, at the same time: a start waits for the database. */
async function kill(victim: (typeof VICTIMS)[number]): Promise<void> {
  const [hitsServer, hitsDatabase] = [victim !== 'database', victim !== 'server']
  await Promise.all([hitsServer && server && end(server, 'SIGKILL'), hitsDatabase && database.end('killed')])
  const [started] = await Promise.all([
    hitsServer ? startServer(directory.path, settings) : server,
    hitsDatabase && database.start(),
  ])
  server = started
  await until(async () => (await fetch(`${origin()}/readyz`)).status === 200)
}

const rows = (prefix: string): Promise<Row[]> =>
  database.query<Row>(`select * from (${EVERYTHING}) as everything where label like $1`, [`${prefix}%`])

const ledgers: Ledger[] = []
const answers = new Map<string, number>()
const killed = new Map<string, number>()
const faults: string[] = []
let replays = 0
const began = performance.now()
const seconds = () => ((performance.now() - began) / 1000).toFixed(0)
const stopped = () => interruption.signal.aborted || faults.length > 0
try {
  server = await startServer(directory.path, settings)
  for (let round = 0; round < times && !stopped(); round++) {
    const ledger = new Ledger()
    const prefix = `round${round}`
    const writers = Array.from(
      { length: WRITERS },
      (_, i) => new Writer(`${prefix}writer${i}`, send, ledger, randomOfClients),
    )
    const running = writers.map((writer) => writer.run())
    await sleep(random() * LONGEST_LIFE_MS)
    const victim = VICTIMS[round] ?? VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'server'
    await kill(victim)
    for (const writer of writers) writer.stop()
    await Promise.all(running)

    ledgers.push(ledger)
    killed.set(victim, (killed.get(victim) ?? 0) + 1)
    for (const writer of writers) {
      faults.push(...writer.surprises)
      replays += writer.replays
      for (const [status, count] of writer.answers) {
        const name = status === 0 ? 'broken' : String(status)
        answers.set(name, (answers.get(name) ?? 0) + count)
      }
    }
    faults.push(...ledger.faults(await rows(prefix)))
    if (ledgers.length % PROGRESS_EVERY === 0) {
      process.stderr.write(`${ledgers.length} of ${times} kills in ${seconds()} s\n`)
    }
  }
  // What was there after a round is still there after all of them.
  const all = stopped() ? [] : await rows('round')
  for (const ledger of stopped() ? [] : ledgers) faults.push(...ledger.faults(all))
} catch (error) {
  faults.push(interruption.signal.aborted ? 'Interrupted' : String(error))
} finally {
  if (server) await end(server, 'SIGKILL')
  await database.remove()
  await directory.remove()
}

const things = ledgers.reduce((sum, { size }) => sum + size, 0)
const listed = (counts: Map<string, number>) => [...counts].map(([name, n]) => `${name} ${n}`).join(', ')
process.stdout.write(
  `Kills: ${ledgers.length} of ${times} (${listed(killed)}) in ${seconds()} s, seed ${seed}. ` +
    `Answers: ${listed(answers)}; told again: ${replays}. Things written: ${things}. Faults: ${faults.length}.\n`,
)
for (const fault of faults) process.stderr.write(`${fault}\n`)
// Clients that were left behind would ask for ever.
process.exit(faults.length > 0 || ledgers.length < times ? 1 : 0)
