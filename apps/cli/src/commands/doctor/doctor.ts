import { resolve } from 'node:path'

import { escapeText, openContracts } from '@workbench/contracts'
import { findProjectRoot } from '@workbench/workspace'

import type { CommandContext } from '../../context.ts'
import { colorsFor } from '../../output/colors.ts'
import { CannotRun, type ExitStatus } from '../../exit-status.ts'
import { toJson, writeText } from '../../output/write.ts'
import { withoutPackageManager } from '../init/package-manager.ts'
import { checkContracts, checkNode, checkWorkingArea } from './check-environment.ts'
import type { Check } from './check.ts'
import type { DoctorValues } from './command.ts'
import { isTest, planChecks, type Test } from './plan-checks.ts'

/** The longest delay of `setTimeout()`, in seconds. */
const MAX_TIMEOUT = 2_147_483

/**
 * Runs everything that is configured, if the user agrees, and prints what works. Changes nothing. Each program has `timeout`
 * seconds.
 * @throws {CannotRun} if the time limit is out of range.
 */
export async function doctor(
  { format, schemas, timeout, run }: DoctorValues,
  context: CommandContext,
): Promise<ExitStatus> {
  if (!(timeout > 0 && timeout <= MAX_TIMEOUT))
    throw new CannotRun(
      `Expected a --timeout in seconds, more than 0 and at most ${MAX_TIMEOUT}; received ${timeout}`,
    )
  const { cwd, stdout, killGroup } = context
  const options = { timeoutMs: timeout * 1000, killGroup }
  const env = withoutPackageManager(context.env)
  const root = findProjectRoot({ env, cwd })
  const directory = schemas === undefined ? undefined : resolve(cwd, schemas)
  const contracts = openContracts({ directory, env, cwd: root })
  const planned = planChecks({ root, cwd, env })
  const mayRun = run || (format === 'text' && (await confirm(planned.filter(isTest), context)))
  const checks = [
    await checkNode({ cwd: root, env }, options),
    checkContracts(contracts),
    checkWorkingArea(root, contracts, options.timeoutMs),
  ]
  for (const item of planned)
    checks.push(isTest(item) ? (mayRun ? await item.run(options) : notRun(item)) : item)
  const isFine = !checks.some(({ status }) => status === 'failed' || status === 'not run')
  if (format === 'json') stdout.write(`${toJson({ ok: isFine, checks }, 2)}\n`)
  else for (const check of checks) writeText(stdout, `${formatCheck(check, context)}\n`)
  return isFine ? 0 : 1
}

/** On a terminal, shows the commands of the tests, and lets the user decide whether they run: settings can come with a checkout. */
async function confirm(tests: readonly Test[], { stdin, stdout }: CommandContext): Promise<boolean> {
  if (tests.length === 0 || stdin.isTTY !== true || stdout.isTTY !== true) return false
  const commands = new Set(tests.map(({ command }) => `  ${escapeText(command)}\n`))
  writeText(
    stdout,
    `The settings of the agents name these commands:\n${[...commands].join('')}Run them? [y/N] `,
  )
  for await (const answer of stdin) return /^y(es)?\s*$/i.test(String(answer))
  return false
}

const notRun = ({ name, command }: Test): Check => ({
  name,
  status: 'not run',
  message: command,
  fix: 'workbench doctor --run, if you trust this command',
})

function formatCheck({ name, status, message, fix }: Check, context: CommandContext): string {
  const { green, red, dim, bold } = colorsFor(context)
  const color = { ok: green, failed: red, 'not run': red, 'not set up': dim }[status]
  const line = `${color(status.padEnd(10))}  ${bold(escapeText(name))}: ${escapeText(message)}`
  return fix === undefined ? line : `${line}\n${' '.repeat(12)}fix: ${escapeText(fix)}`
}
