import { openContracts } from '@workbench/contracts'
import { findFacts, findProjectRoot, openArea, readMemory } from '@workbench/workspace'

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
  const text = formatFacts(findFacts(memory, today))
  return text === '' ? emptyResponse : startContext(text)
}
