import { openContracts } from '@workbench/contracts'
import { findFacts, openArea, readMemory } from '@workbench/workspace'

import { contextResponse, type HookResponse } from '../response.ts'
import type { Task } from '../task.ts'
import { formatFacts } from './format-facts.ts'

/**
 * When a session starts: adds the current facts to the context of the agent.
 * @throws an error if the memory or the contracts cannot be read.
 */
export function recallFacts({ event, context: { env, deadline }, root }: Task): HookResponse {
  const today = new Date().toISOString().slice(0, 10)
  const memory = readMemory(openArea(root), openContracts({ env, cwd: root }), deadline)
  const text = formatFacts(findFacts(memory, today))
  return contextResponse(event, { agent: text, user: '' })
}
