import { parseArgs } from 'node:util'

import { makeKey } from '../../src/access/keys.ts'
import { end, makeDirectory, startServer } from '../support/process.ts'

import { Fuzzer } from './fuzzer.ts'

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
  both: makeKey('both', 'read+write'),
  reader: makeKey('reader', 'read'),
  writer: makeKey('writer', 'write'),
}
const entries = Object.values(keys).map(({ entry }) => entry)
const directory = await makeDirectory()
const server = await startServer(directory.path, { API_KEYS: entries.join(','), LOG_LEVEL: 'warn' })
const started = performance.now()
try {
  const fuzzer = new Fuzzer(server.origin, {
    both: keys.both.key,
    reader: keys.reader.key,
    writer: keys.writer.key,
    stranger: makeKey('stranger', 'read+write').key,
    nobody: undefined,
  })
  const failure =
    values.path === undefined ? await fuzzer.run(limit, seed) : await fuzzer.replay(seed, values.path)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const answers = [...fuzzer.answers].sort().map(([answer, n]) => `${String(n).padStart(8)}  ${answer}`)
  process.stdout.write(`${answers.join('\n')}\n`)
  process.stdout.write(
    `Requests: ${fuzzer.sent} in ${fuzzer.sequences} sequences and ${seconds} s, seed ${seed}. ` +
      `Answers of 5xx: ${fuzzer.failures}. Answers that are not as described: ${failure === undefined ? 0 : 1}.\n`,
  )
  if (failure !== undefined) {
    process.stderr.write(`${failure}\n`)
    process.exitCode = 1
  }
  if (server.output.stderr !== '') process.stderr.write(server.output.stderr)
} finally {
  await end(server)
  await directory.remove()
}
