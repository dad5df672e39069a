import { parseArgs } from 'node:util'

import { createApiKey } from '../../src/auth/api-keys.ts'
import { end, makeDirectory, startServer } from '../support/process.ts'

import { distributionOf } from './distribution.ts'
import { Fuzzer } from './fuzzer.ts'

/** One request in so many is sent to a server that has a limit, and is reached all the time. */
const LIMITED_ONE_IN = 50

// Sends requests of every kind that the description allows, and many that it does not, and holds each answer to the
// description and to a model of the rules.
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '3000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    // Where a failure was found: that sequence is sent alone.
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
  stranger: createApiKey('stranger', 'read+write').key,
  nobody: undefined,
}
const settings = {
  API_KEYS: Object.values(keys)
    .map(({ entry }) => entry)
    .join(','),
  LOG_LEVEL: 'warn',
  REQUEST_TIMEOUT: '2',
}
const answers = new Map<string, number>()
const failures: string[] = []
let sequences = 0
const started = performance.now()

/** Sends to a server of its own. */
async function fuzz(
  more: Record<string, string>,
  work: (fuzzer: Fuzzer) => Promise<string | undefined>,
): Promise<void> {
  const directory = await makeDirectory()
  const server = await startServer(directory.path, { ...settings, ...more })
  try {
    const fuzzer = new Fuzzer(server.origin, credentials, { isLimited: 'RATE_LIMIT' in more })
    const failure = await work(fuzzer)
    if (failure !== undefined) failures.push(failure)
    for (const [answer, count] of fuzzer.answers) answers.set(answer, (answers.get(answer) ?? 0) + count)
    sequences += fuzzer.sequences
    if (server.output.stderr !== '') process.stderr.write(server.output.stderr)
  } finally {
    await end(server)
    await directory.remove()
  }
}

const { path } = values
await fuzz({}, (fuzzer) => (path === undefined ? fuzzer.run(limit, seed) : fuzzer.replay(seed, path)))
if (path === undefined && failures.length === 0) {
  await fuzz({ RATE_LIMIT: '30/1' }, (fuzzer) => fuzzer.run(Math.ceil(limit / LIMITED_ONE_IN), seed))
}

const seconds = ((performance.now() - started) / 1000).toFixed(0)
const { lines, total, faults } = distributionOf(answers)
process.stdout.write(
  `${lines.join('\n')}\n` +
    `Requests: ${total} in ${sequences} sequences and ${seconds} s, seed ${seed}. ` +
    `Answers of 5xx: ${faults}. Answers that are not as described: ${failures.length}.\n`,
)
for (const failure of failures) {
  process.stderr.write(`${failure}\n`)
  process.exitCode = 1
}
