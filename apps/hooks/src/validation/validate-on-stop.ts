import { describeFsError, openContracts } from '@workbench/contracts'
import { findProjectRoot, openArea, validateArea, type ValidatedFile } from '@workbench/workspace'

import type { AgentEvent } from '../event/parse-event.ts'
import { emptyResponse, type HookContext, type HookResponse } from '../response.ts'
import { type Rejection, rejectionMessage } from './rejection-message.ts'

/**
 * When the agent is about to stop: validates the whole working area, because a program can write files that no event
 * names. If the agent continues only because of a stop hook, the message goes to the user and does not block, so that
 * the agent is not kept running forever.
 */
export function validateOnStop({ isStopHookActive }: AgentEvent, context: HookContext): HookResponse {
  const message = rejectionMessage(rejectionsIn(findProjectRoot(context), context))
  return message === '' ? emptyResponse : { status: isStopHookActive ? 1 : 2, message }
}

function rejectionsIn(root: string, { env }: HookContext): Rejection[] {
  try {
    return validateArea(openArea(root), () => openContracts({ env, cwd: root }))
      .filter(({ valid }) => !valid)
      .map(toRejection)
  } catch (error) {
    return [{ path: '.workbench', problem: `it could not be validated: ${describeFsError(error)}` }]
  }
}

const toRejection = ({ path, schema, violations, problem }: ValidatedFile): Rejection =>
  problem === undefined ? { path, schema, violations } : { path, problem }
