import { parseArgs } from 'node:util'

import { checkAreas } from './check-areas.ts'

/*
 * pnpm check:areas [--count 1000] [--seed 1]
 *
 * Creates working areas, half of them with a handoff that lies or an artifact that breaks a rule, and prints whether
 * `workbench board --check` finds each defect and nothing else.
 */

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const { defects, honest, failures } = await checkAreas(Number(values.count), Number(values.seed))
for (const [name, count] of [...defects].sort())
  process.stdout.write(`${String(count).padStart(5)}  ${name}\n`)
process.stdout.write(`${String(honest).padStart(5)}  without a defect\n${failures.length} failures\n`)
for (const failure of failures) process.stderr.write(`${failure}\n`)
if (failures.length > 0) process.exitCode = 1
