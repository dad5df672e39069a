import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { writePage } from '../../../../tools/generate/write-page.js'
import { install } from './install.ts'
import { isolation } from './isolation.ts'
import type { Agent } from './programs/agent.ts'
import { agents } from './programs/tested-agents.ts'
import { prepareAgent, runScenario, type ScenarioResult } from './run-scenario.ts'
import { scenarios } from './scenarios/scenarios.ts'
import { limitsOf, replaceSection, table, type Tested } from './table.ts'

/*
 * pnpm --filter @workbench/hooks test:agents [--agent "Claude Code"] [--scenario stop]
 *
 * Installs real agents from the registry, and the built plugin into each. Then each agent runs every scenario with a
 * scripted model on loopback, in an empty home and without a network. A full run writes the table in docs/agents.md.
 */

const { values } = parseArgs({
  options: {
    agent: { type: 'string', default: '' },
    scenario: { type: 'string', default: '' },
    isolated: { type: 'boolean', default: false },
  },
})
const repository = join(import.meta.dirname, '../../../..')
const cache = join(repository, 'node_modules', '.cache', 'agents')
const chosenAgents = agents.filter(({ name, version }) => `${name} ${version}`.startsWith(values.agent))
const chosenScenarios = scenarios.filter(({ name }) => name.startsWith(values.scenario))

process.exitCode = values.isolated ? await runAgents() : installAndIsolate()

/** Installs the agents, for which it needs the network, and starts this program again without it. */
function installAndIsolate(): number {
  for (const agent of chosenAgents) install(agent, cache)
  const wrapper = isolation() ?? []
  if (wrapper.length === 0)
    console.log('This system has no network namespaces; the agents can use the network.')
  const [program = '', ...args] = [
    ...wrapper,
    process.execPath,
    ...process.execArgv,
    ...process.argv.slice(1),
  ]
  return spawnSync(program, [...args, '--isolated'], { stdio: 'inherit' }).status ?? 1
}

async function runAgents(): Promise<number> {
  const interfaces = Object.keys(networkInterfaces()).join(', ')
  console.log(`Network interfaces: ${interfaces}`)
  const tested: Tested[] = []
  for (const agent of chosenAgents) tested.push({ agent, results: await runScenarios(agent) })
  const failed = tested.flatMap(({ results }) => results).filter(({ problems }) => problems.length > 0)
  if (values.agent === '' && values.scenario === '') {
    const page = join(repository, 'docs', 'agents.md')
    const today = new Date().toISOString().slice(0, 10)
    const section = [`Tested on ${today}.`, table(tested), limitsOf(tested)].join('\n\n')
    await writePage(page, replaceSection(readFileSync(page, 'utf8'), section))
  }
  console.log(`Failures: ${failed.length}.`)
  return failed.length === 0 ? 0 : 1
}

async function runScenarios(agent: Agent): Promise<ScenarioResult[]> {
  const prepared = await prepareAgent(agent, install(agent, cache))
  const results: ScenarioResult[] = []
  try {
    for (const scenario of chosenScenarios) {
      const result = await runScenario(prepared, scenario)
      const { problems } = result
      results.push(result)
      console.log(
        `${problems.length === 0 ? 'ok' : 'FAILED'} ${agent.name} ${agent.version}: ${scenario.name}`,
      )
      for (const problem of problems) console.log(problem)
    }
  } finally {
    prepared.dispose()
  }
  return results
}
