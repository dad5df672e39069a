import { openContracts } from '@workbench/contracts'
import { factState, findFacts, findProjectRoot, openArea, readMemory } from '@workbench/workspace'

import { emptyResponse, type HookContext, type HookResponse, startContext } from '../response.ts'
import { formatFacts } from './format-facts.ts'

/**
 * When a session starts: adds the current facts to the context of the agent.
 * @throws an error if the memory or the contracts cannot be read.
 */
export function recallFacts({ env, cwd, deadline }: HookContext): HookResponse {
  const root = findProjectRoot({ env, cwd })
  const today = new Date().toISOString().slice(0, 10)
  const memory = readMemory(openArea(root), openContracts({ env, cwd: root }), deadline)
  const invalid = memory.filter((entry) => factState(entry, today).name === 'invalid').length
  const text = formatFacts(findFacts(memory, today).facts, invalid)
  return text === '' ? emptyResponse : startContext(text)
}
