import { parseArgs } from 'node:util'

import { createApiKey } from '../../../src/auth/api-keys.ts'
import { end } from '../../support/programs/process.ts'
import { runScenario, type Scenario } from '../../support/programs/scenario.ts'

import { Fuzzer } from './fuzzer.ts'

/** The share of requests (1 in 50) that is sent to a second server with a low rate limit. */
const LIMITED_ONE_IN = 50

// Sends generated requests, most of them valid by openapi.yaml and many invalid, and compares each response with
// openapi.yaml and with a model of the domain rules. DATABASE_URL names a database without projects; without it, the servers
// have an embedded one.
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    // The path of a failing sequence, to replay it without concurrent clients.
    path: { type: 'string' },
  },
})
const [limit, seed] = [Number(values.requests), Number(values.seed)]

const keys = {
  both: createApiKey('both', 'read+write'),
  reader: createApiKey('reader', 'read'),
  writer: createApiKey('writer', 'write'),
}
const credentials = {
  both: keys.both.key,
  reader: keys.reader.key,
  writer: keys.writer.key,
  'unknown key': createApiKey('unknown', 'read+write').key,
  anonymous: undefined,
}
const settings = {
  API_KEYS: Object.values(keys)
    .map(({ entry }) => entry)
    .join(','),
  LOG_LEVEL: 'warn',
  CHANGES_TTL: '3600',
}
const { DATABASE_URL } = process.env
const answers = new Map<string, number>()
let sequences = 0
const started = performance.now()

await runScenario(async (scenario) => {
  const { errors } = scenario
  const { path } = values
  await fuzz(scenario, {}, (fuzzer) =>
    path === undefined ? fuzzer.run(limit, seed) : fuzzer.replay(seed, path),
  )
  if (path === undefined && errors.length === 0) {
    const ofLimited = Math.ceil(limit / LIMITED_ONE_IN)
    await fuzz(scenario, { RATE_LIMIT: '30/1' }, (fuzzer) => fuzzer.run(ofLimited, seed))
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const total = [...answers.values()].reduce((sum, count) => sum + count, 0)
  for (const [answer, count] of [...answers].sort())
    process.stdout.write(`${String(count).padStart(8)}  ${answer}\n`)
  process.stdout.write(`Requests: ${total} in ${sequences} sequences and ${seconds} s, seed ${seed}\n`)
})

/** Runs the fuzzer against a new server. */
async function fuzz(
  { start, errors }: Scenario,
  more: Record<string, string>,
  work: (fuzzer: Fuzzer) => Promise<string | undefined>,
): Promise<void> {
  const server = await start({
    ...settings,
    ...more,
    // Without an embedded database, the server only logs its URL.
    ...(DATABASE_URL !== undefined && { DATABASE_URL, LOG_LEVEL: 'info' }),
  })
  const fuzzer = new Fuzzer(server.origin, credentials, { isLimited: 'RATE_LIMIT' in more })
  const failure = await work(fuzzer)
  if (failure !== undefined) errors.push(failure)
  for (const [answer, count] of fuzzer.answers) answers.set(answer, (answers.get(answer) ?? 0) + count)
  sequences += fuzzer.sequences
  if (server.output.stderr !== '') process.stderr.write(server.output.stderr)
  await end(server)
}
