import { type Agent, AGENTS, sourcesOf, START_SCRIPT } from '@workbench/agents/install'
import { isWithin } from '@workbench/workspace'

import { pathInside } from '../../paths.ts'
import { detectAgents } from '../init/detect-agents.ts'
import { checkHook } from './check-hook.ts'
import type { Check, Outcome } from './check.ts'
import { checkTools } from './check-tools.ts'
import { type Configuration, type Project, readConfiguration } from './configuration.ts'
import type { Program, RunOptions } from './run-program.ts'

/** A check that runs a command of the settings. */
export interface Test {
  readonly name: string
  /** All that the settings say of it. */
  readonly command: string
  readonly run: (options: RunOptions) => Promise<Check>
}

export const isTest = (item: Check | Test): item is Test => 'run' in item

interface CheckedProject extends Project {
  /** Where the agents are started. */
  readonly cwd: string
}

/** What is found in the settings of the agents, and what must be run to know whether it works. */
export function planChecks(project: CheckedProject): (Check | Test)[] {
  const { root, env } = project
  const found = detectAgents(root, env)
  const planned = AGENTS.flatMap((agent) => {
    const isUsed = found.includes(agent)
    const configurations = sourcesOf(agent, { root, env })
      .filter(({ isShared = false }) => isUsed || !isShared)
      .flatMap((source) => readConfiguration(source, project) ?? [])
    const items = planAgent(agent, configurations, project)
    if (items.length > 0 || !isUsed) return items
    return [notSetUp(agent.title, 'it has neither the hook nor the tools', agent)]
  })
  if (planned.some((item) => isTest(item) || item.status !== 'not set up')) return planned
  const fix = planned.length > 0 ? 'workbench init --write' : 'workbench init --agent claude --write'
  return [...planned, { name: 'agents', status: 'failed', message: 'no agent is set up', fix }]
}

const notSetUp = (
  name: string,
  message: string,
  agent: Agent,
  fix = `workbench init --agent ${agent.name} --write`,
): Check => ({ name, status: 'not set up', message, fix })

/** Nothing if nothing is configured. */
function planAgent(
  agent: Agent,
  configurations: readonly Configuration[],
  { root, cwd }: CheckedProject,
): (Check | Test)[] {
  const { title, afterWriteEvent, findsRoot = false } = agent
  const planned = configurations.flatMap(({ source, hooks, servers, problem }): (Check | Test)[] => {
    const nameOf = (what: string) => `${what} of ${title} (${pathInside(root, source.file)})`
    const failed = (what: string, message: string, fix: string): Check => ({
      ...{ name: nameOf(what), status: 'failed', message, fix },
    })
    const test = (
      what: string,
      { text }: Program,
      check: (options: RunOptions) => Promise<Outcome>,
    ): Test => ({
      ...{ name: nameOf(what), command: text },
      run: async (options) => withFix({ name: nameOf(what), ...(await check(options)) }, source.fix),
    })
    if (problem !== undefined) return [failed('settings', problem, `correct ${source.file}`)]
    if (!findsRoot && cwd !== root && isWithin(root, source.file) && hooks.length + servers.length > 0) {
      const message = `${title} reads it only if it is started in ${root}, and not in ${pathInside(root, cwd)}`
      return [failed('settings', message, `start it in ${root}`)]
    }
    return [
      ...hooks.map(({ program, events }) =>
        events.includes(afterWriteEvent)
          ? test('hook', program, (options) => checkHook(program, agent, options))
          : failed('hook', `it is not configured for ${afterWriteEvent}`, source.fix),
      ),
      ...servers.map((server) => test('tools', server, (options) => checkTools(server, options))),
    ]
  })
  const hasHook = configurations.some(({ hooks }) => hooks.length > 0)
  const hasTools = configurations.some(({ servers }) => servers.length > 0)
  if (hasHook === hasTools) return planned
  const missing = `${hasHook ? 'tools' : 'hook'} of ${title}`
  return [...planned, notSetUp(missing, 'there are none', agent, hasHook ? agent.addServer : undefined)]
}

/** A program that does not exist must be installed; every other problem is one of the settings. */
function withFix(check: Check, fix: string): Check {
  if (check.status !== 'failed') return check
  const install = /is not installed here[^"]* run ([^"]+)/.exec(check.message)?.[1]
  if (install !== undefined) return { ...check, fix: install }
  const isMissing =
    /Cannot find module|MODULE_NOT_FOUND|not found|ENOENT/.test(check.message) &&
    !check.message.includes(START_SCRIPT)
  const isPackage = isMissing && fix.includes('workbench init')
  return { ...check, fix: isPackage ? 'npm install --save-dev @workbench/cli' : fix }
}
