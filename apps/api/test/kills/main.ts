import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { freePort } from '../../src/embedded/free-port.ts'
import { EVERYTHING, Ledger, type Row } from '../support/ledger.ts'
import { startPostgres } from '../support/postgres.ts'
import { end, makeDirectory, type ServerProcess, startServer } from '../support/process.ts'
import { until } from '../support/until.ts'
import { type Send, Writer } from '../support/writer.ts'

import { randomOf } from './random.ts'

const WRITERS = 8
const LONGEST_LIFE_MS = 500
const VICTIMS = ['server', 'database', 'both'] as const

// Kills the server, its database or both at random moments, while clients write; then looks for what they were told.
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now()) },
  },
})
const [times, seed] = [Number(values.times), Number(values.seed)]
const random = randomOf(seed)
const directory = await makeDirectory()
const database = await startPostgres()
const settings = { DATABASE_URL: database.url, PORT: String(await freePort()) }
let server: ServerProcess = await startServer(directory.path, settings)

const send: Send = async (method, path, body) => {
  try {
    const response = await fetch(`${server.origin}/api/v1${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as { id?: string }) }
  } catch {
    return undefined
  }
}

async function kill(victim: (typeof VICTIMS)[number]): Promise<void> {
  if (victim !== 'database') await end(server, 'SIGKILL')
  if (victim !== 'server') await database.end('killed')
  if (victim !== 'server') await database.start()
  if (victim !== 'database') server = await startServer(directory.path, settings)
  await until(async () => (await fetch(`${server.origin}/readyz`)).status === 200)
}

const rows = (prefix: string): Promise<Row[]> =>
  database.query<Row>(`select * from (${EVERYTHING}) as everything where label like $1`, [`${prefix}%`])

const ledgers: Ledger[] = []
const answers = new Map<string, number>()
const killed = new Map<string, number>()
const faults: string[] = []
const started = performance.now()
try {
  for (let round = 0; round < times && faults.length === 0; round++) {
    const ledger = new Ledger()
    const prefix = `round${round}`
    const writers = Array.from(
      { length: WRITERS },
      (_, i) => new Writer(`${prefix}writer${i}`, send, ledger, random),
    )
    const running = writers.map((writer) => writer.run())
    await sleep(random() * LONGEST_LIFE_MS)
    const victim = VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'server'
    await kill(victim)
    for (const writer of writers) writer.stop()
    await Promise.all(running)

    ledgers.push(ledger)
    killed.set(victim, (killed.get(victim) ?? 0) + 1)
    for (const writer of writers) {
      faults.push(...writer.surprises)
      for (const [status, count] of writer.answers) {
        const name = status === 0 ? 'broken' : String(status)
        answers.set(name, (answers.get(name) ?? 0) + count)
      }
    }
    faults.push(...ledger.faults(await rows(prefix)))
  }
  // What was there after a round is still there after all of them.
  const all = await rows('round')
  for (const ledger of ledgers) faults.push(...ledger.faults(all))
} finally {
  await end(server)
  await database.remove()
  await directory.remove()
}

const seconds = ((performance.now() - started) / 1000).toFixed(0)
const things = ledgers.reduce((sum, { size }) => sum + size, 0)
const listed = (counts: Map<string, number>) => [...counts].map(([name, n]) => `${name} ${n}`).join(', ')
process.stdout.write(
  `Kills: ${ledgers.length} (${listed(killed)}) in ${seconds} s, seed ${seed}. ` +
    `Answers: ${listed(answers)}. Things written: ${things}. Faults: ${faults.length}.\n`,
)
for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
