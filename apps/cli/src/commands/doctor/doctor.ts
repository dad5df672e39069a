import { resolve } from 'node:path'

import { type Agent, AGENTS, sourcesOf, START_SCRIPT } from '@workbench/agents/install'
import { escapeText, openContracts } from '@workbench/contracts'
import { findProjectRoot, isWithin } from '@workbench/workspace'

import type { CommandContext } from '../../context.ts'
import { colorsFor } from '../../output/colors.ts'
import { CannotRun, type ExitStatus } from '../../exit-status.ts'
import { toJson, writeText } from '../../output/write.ts'
import { pathInside } from '../../paths.ts'
import { detectAgents } from '../init/detect-agents.ts'
import { withoutPackageManager } from '../init/package-manager.ts'
import type { ListRequest } from '../format-option.ts'
import { checkContracts, checkNode, checkWorkingArea } from './check-environment.ts'
import { checkHook } from './check-hook.ts'
import type { Check } from './check.ts'
import { checkTools } from './check-tools.ts'
import { type Configuration, type Project, readConfiguration } from './configuration.ts'
import type { Program, RunOptions } from './run-program.ts'
import { findSamples, type Samples } from './samples.ts'

/** The longest delay of `setTimeout()`, in seconds. */
const MAX_TIMEOUT = 2_147_483

/**
 * Runs everything that is configured, if the user agrees, and prints what works. Changes nothing. Each program has `timeout`
 * seconds.
 * @throws {CannotRun} if the time limit is out of range.
 */
export async function doctor(
  { format, schemas, timeout, run }: ListRequest & { readonly timeout: number; readonly run: boolean },
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
  const project = { root, cwd, env, options, samples: findSamples(contracts) }
  const first = await checkAgents({ ...project, mayRun: () => run })
  const allowed = format === 'text' ? await confirm(first, context) : new Set()
  const checks = [
    await checkNode({ cwd: root, env }, options),
    ...checkContracts(contracts),
    checkWorkingArea(root, contracts, options.timeoutMs),
    ...(allowed.size > 0
      ? await checkAgents({ ...project, mayRun: ({ text }) => allowed.has(text) })
      : first),
  ]
  const isFine = !checks.some(({ status }) => status === 'failed' || status === 'not run')
  if (format === 'json') stdout.write(`${toJson({ ok: isFine, checks }, 2)}\n`)
  else for (const check of checks) writeText(stdout, `${formatCheck(check, context)}\n`)
  return isFine ? 0 : 1
}

/** On a terminal, shows the commands that were not run. Returns them if the user confirms that they may run. */
async function confirm(checks: readonly Check[], { stdin, stdout }: CommandContext): Promise<Set<string>> {
  const commands = new Set(checks.flatMap(({ status, message }) => (status === 'not run' ? [message] : [])))
  if (commands.size === 0 || stdin.isTTY !== true || stdout.isTTY !== true) return new Set()
  const lines = [...commands].map((command) => `  ${escapeText(command)}\n`)
  writeText(stdout, `The settings of the agents name these commands:\n${lines.join('')}Run them? [y/N] `)
  for await (const answer of stdin) return /^y(es)?\s*$/i.test(String(answer)) ? commands : new Set()
  return new Set()
}

interface CheckedProject extends Project {
  /** Where the agents are started. */
  readonly cwd: string
  readonly options: RunOptions
  readonly samples: Samples | undefined
  /** Whether a program is run: a checkout can come with settings that name it. */
  readonly mayRun: (program: Program) => boolean
}

async function checkAgents(project: CheckedProject): Promise<Check[]> {
  const { root, env } = project
  const found = detectAgents(root, env)
  const checks: Check[] = []
  for (const agent of AGENTS) {
    const isUsed = found.includes(agent)
    const configurations = sourcesOf(agent, { root, env })
      .filter(({ isShared = false }) => isUsed || !isShared)
      .flatMap((source) => readConfiguration(source, project) ?? [])
    const results = await checkAgent(agent, configurations, project)
    if (results.length > 0) checks.push(...results)
    else if (isUsed) checks.push(notSetUp(agent.title, 'it has neither the hook nor the tools', agent))
  }
  if (checks.some(({ status }) => status !== 'not set up')) return checks
  const fix = checks.length > 0 ? 'workbench init --write' : 'workbench init --agent claude --write'
  return [...checks, { name: 'agents', status: 'failed', message: 'no agent is set up', fix }]
}

const notSetUp = (
  name: string,
  message: string,
  agent: Agent,
  fix = `workbench init --agent ${agent.name} --write`,
): Check => ({ name, status: 'not set up', message, fix })

/** No checks if nothing is configured. */
async function checkAgent(
  agent: Agent,
  configurations: readonly Configuration[],
  project: CheckedProject,
): Promise<Check[]> {
  const { root, cwd, options, samples, mayRun } = project
  const checks: Check[] = []
  const { title, afterWriteEvent, findsRoot = false } = agent
  for (const { source, hooks, servers, problem } of configurations) {
    const nameOf = (what: string) => `${what} of ${title} (${pathInside(root, source.file)})`
    if (problem !== undefined) {
      const fix = `correct ${source.file}`
      checks.push({ name: nameOf('settings'), status: 'failed', message: problem, fix })
    }
    if (!findsRoot && cwd !== root && isWithin(root, source.file) && hooks.length + servers.length > 0) {
      const message = `${title} reads it only if it is started in ${root}, and not in ${pathInside(root, cwd)}`
      checks.push({ name: nameOf('settings'), status: 'failed', message, fix: `start it in ${root}` })
      continue
    }
    for (const { program, events } of hooks) {
      if (!samples) continue
      const result = events.includes(afterWriteEvent)
        ? await (mayRun(program) ? checkHook(program, agent, samples, options) : notRun(program))
        : ({ status: 'failed', message: `it is not configured for ${afterWriteEvent}` } as const)
      checks.push(withFix({ name: nameOf('hook'), ...result }, source.fix))
    }
    for (const server of servers) {
      const result = await (mayRun(server) ? checkTools(server, options) : notRun(server))
      checks.push(withFix({ name: nameOf('tools'), ...result }, source.fix))
    }
  }
  const hasHook = configurations.some(({ hooks }) => hooks.length > 0)
  const hasTools = configurations.some(({ servers }) => servers.length > 0)
  const missing = hasHook ? 'tools' : 'hook'
  if (hasHook !== hasTools)
    checks.push(
      notSetUp(`${missing} of ${title}`, 'there are none', agent, hasHook ? agent.addServer : undefined),
    )
  return checks
}

const notRun = ({ text }: Program) =>
  ({ status: 'not run', message: text, fix: 'workbench doctor --run, if you trust this command' }) as const

/** A program that does not exist must be installed; every other problem is one of the settings. */
function withFix(check: Check, fix: string): Check {
  if (check.status !== 'failed') return check
  const install = /is not installed here.*: run (.+)$/.exec(check.message)?.[1]
  if (install !== undefined) return { ...check, fix: install }
  const isMissing =
    /Cannot find module|MODULE_NOT_FOUND|not found|ENOENT/.test(check.message) &&
    !check.message.includes(START_SCRIPT)
  const isPackage = isMissing && fix.includes('workbench init')
  return { ...check, fix: isPackage ? 'npm install --save-dev @workbench/cli' : fix }
}

function formatCheck({ name, status, message, fix }: Check, { stdout, env }: CommandContext): string {
  const { green, red, dim, bold } = colorsFor({ stdout, env })
  const color = { ok: green, failed: red, 'not run': red, 'not set up': dim }[status]
  const line = `${color(status.padEnd(10))}  ${bold(escapeText(name))}: ${escapeText(message)}`
  return fix === undefined ? line : `${line}\n${' '.repeat(12)}fix: ${escapeText(fix)}`
}
