import { parseArgs } from 'node:util'

import { runHostileInput } from './run.ts'

/*
 * pnpm --filter @workbench/cli hostile [--cases 10000] [--seed N]
 *
 * Runs hostile names, sizes, encodings, events and shell commands through the built command, hook and MCP server, and
 * prints what is wrong: uncaught errors, valid results for invalid artifacts, control characters in the output, answers
 * over their limit, and changes outside of the project.
 */

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const seed = Number(values.seed)
const started = performance.now()
const { command, hook, tools, failures } = await runHostileInput({ cases: Number(values.cases), seed })
const seconds = ((performance.now() - started) / 1000).toFixed(0)
process.stdout.write(
  `Cases: ${command} files for the command, ${hook} events for the hook, ${tools} calls of tools; ` +
    `${seconds} s, seed ${seed}. Failures: ${failures.length}.\n`,
)
for (const failure of failures.slice(0, 100)) process.stderr.write(`${failure}\n`)
if (failures.length > 0) process.exitCode = 1
