import type { AgentEvent } from '../event/parse-event.ts'
import { emptyResponse, type HookContext, type HookResponse } from '../response.ts'
import { rejectionMessage } from './rejection-message.ts'
import { validateWorkingArea } from './validate-working-area.ts'

/**
 * When the agent is about to stop: validates the whole working area, because a program can write files that no event
 * names. If the agent continues only because of a stop hook, the message goes to the user and does not block, so that
 * the agent is not kept running forever.
 */
export function validateOnStop({ isStopHookActive }: AgentEvent, context: HookContext): HookResponse {
  const message = rejectionMessage(validateWorkingArea(context))
  return message === '' ? emptyResponse : { status: isStopHookActive ? 1 : 2, message }
}
