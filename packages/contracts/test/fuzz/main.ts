import { parseArgs } from 'node:util'

import { compareValidators } from './disagreements.ts'

const VALUES = 500

// Compares the library with independent validators on many random schemas, and prints the disagreements.
const { values } = parseArgs({
  options: {
    schemas: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const seed = Number(values.seed)
const started = performance.now()
const { schemas, accepted, rejected, disagreements } = compareValidators(Number(values.schemas), VALUES, seed)
const seconds = ((performance.now() - started) / 1000).toFixed(0)
process.stdout.write(
  `Values: ${accepted + rejected} (${accepted} valid, ${rejected} invalid), ${schemas} schemas, ${seconds} s, ` +
    `seed ${seed}. Disagreements: ${disagreements.length}.\n`,
)
for (const disagreement of disagreements) process.stderr.write(`${disagreement}\n`)
if (disagreements.length > 0) process.exitCode = 1
