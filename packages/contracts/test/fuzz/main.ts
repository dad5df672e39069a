import { parseArgs } from 'node:util'

import { compareVerdicts } from './disagreements.ts'

const VALUES = 500

// Compares verdicts with those of independent validators for a long time, and says how many there were.
const { values } = parseArgs({
  options: {
    schemas: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const seed = Number(values.seed)
const started = performance.now()
const { schemas, accepted, refused, disagreements } = compareVerdicts(Number(values.schemas), VALUES, seed)
const seconds = ((performance.now() - started) / 1000).toFixed(0)
process.stdout.write(
  `Verdicts: ${accepted + refused} (${accepted} valid, ${refused} not) by ${schemas} schemas in ${seconds} s, ` +
    `seed ${seed}. Disagreements: ${disagreements.length}.\n`,
)
for (const disagreement of disagreements) process.stderr.write(`${disagreement}\n`)
if (disagreements.length > 0) process.exitCode = 1
