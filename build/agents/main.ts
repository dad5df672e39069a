import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { install } from './install.ts'
import { perform, prepare } from './perform.ts'
import { agents } from './programs/agents.ts'
import { scenarios } from './scenarios/scenarios.ts'

/*
 * pnpm test:agents [--agent <name>] [--scenario <name>]
 */

const { values } = parseArgs({ options: { agent: { type: 'string' }, scenario: { type: 'string' } } })
const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'agents')
const isChosen = (chosen: string | undefined, name: string) => chosen === undefined || name.startsWith(chosen)

for (const agent of agents.filter(({ name, version }) => isChosen(values.agent, `${name} ${version}`))) {
  const prepared = await prepare(agent, install(agent, cache))
  for (const scenario of scenarios.filter(({ name }) => isChosen(values.scenario, name))) {
    const { checks, problems } = await perform(prepared, scenario)
    for (const { what, event, channel } of checks)
      console.log(`${agent.name} ${agent.version}, ${event}: ${what}: ${channel ?? 'NOT DELIVERED'}`)
    for (const problem of problems) console.log(problem)
  }
  prepared.dispose()
}
