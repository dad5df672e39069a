import { parseArgs } from 'node:util'

import { checkAreas } from './check-areas.ts'
import { checkRecall } from './check-recall.ts'

/*
 * pnpm --filter @workbench/cli areas [--count 1000] [--seed 1]
 *
 * Creates working areas, half of them with a false claim in a handoff or an artifact that breaks a rule, and prints whether
 * `workbench board --check` finds each defect and nothing else. Then creates as many memories, and prints whether the hook
 * shows current facts only when a session starts.
 */

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const [count, seed] = [Number(values.count), Number(values.seed)]
const { defects, withoutDefect, failures } = await checkAreas(count, seed)
for (const [name, count] of [...defects].sort())
  process.stdout.write(`${String(count).padStart(5)}  ${name}\n`)
process.stdout.write(`${String(withoutDefect).padStart(5)}  without a defect\n${failures.length} failures\n`)
const recall = await checkRecall(count, seed)
process.stdout.write(
  `\n${count} memories with ${recall.current} current facts and ${recall.others} that are superseded, expired or invalid\n` +
    `${recall.failures.length} failures\n`,
)
for (const failure of [...failures, ...recall.failures]) process.stderr.write(`${failure}\n`)
if (failures.length + recall.failures.length > 0) process.exitCode = 1
