import { openContracts, describeFsError } from '@workbench/contracts'
import { findProjectRoot, type ValidatedFile, openArea, validateArea } from '@workbench/workspace'

import type { HookResponse, HookContext } from '../response.ts'
import type { AgentEvent } from '../event/parse-event.ts'
import { answerTo, type Rejection } from './rejection-message.ts'

/**
 * Judges everything in the working area, for what a program wrote where no event told of it. An agent that goes on only
 * because of this hook is not held back again: then the person who watches is told.
 */
export function validateOnStop(
  { isStopHookActive: isHeldBack }: AgentEvent,
  context: HookContext,
): HookResponse {
  const answer = answerTo(rejectionsIn(findProjectRoot(context), context))
  return isHeldBack && answer.status === 2 ? { ...answer, status: 1 } : answer
}

function rejectionsIn(root: string, { env }: HookContext): Rejection[] {
  try {
    return validateArea(openArea(root), () => openContracts({ env, cwd: root }))
      .filter(({ valid }) => !valid)
      .map(toRejection)
  } catch (error) {
    return [{ path: '.workbench', problem: `it could not be checked: ${describeFsError(error)}` }]
  }
}

const toRejection = ({ path, schema, violations, problem }: ValidatedFile): Rejection =>
  problem === undefined ? { path, schema, violations } : { path, problem }
