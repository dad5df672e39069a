import type { AgentEvent } from '../event/parse-event.ts'
import { emptyResponse, type HookContext, type HookResponse } from '../response.ts'
import { type Rejection, rejectionMessage } from './rejection-message.ts'
import { validateChangedFiles, validateWorkingArea } from './validate-working-area.ts'

/**
 * When the agent is about to stop: validates the whole working area, because a program can write files that no event
 * names. If the agent continues only because of a stop hook, the message goes to the user and does not block, so that
 * the agent is not kept running forever.
 */
export const validateOnStop = (event: AgentEvent, context: HookContext): HookResponse =>
  responseTo(event, validateWorkingArea(context))

/**
 * The same for a large working area: validates what changed since it was valid.
 * @returns undefined if that is not known, or if more than `maxBytes` changed
 */
export function validateChangesOnStop(
  event: AgentEvent,
  context: HookContext,
  maxBytes?: number,
): HookResponse | undefined {
  const rejections = validateChangedFiles(context, maxBytes)
  return rejections && responseTo(event, rejections)
}

function responseTo({ isStopHookActive }: AgentEvent, rejections: readonly Rejection[]): HookResponse {
  const message = rejectionMessage(rejections)
  return message === '' ? emptyResponse : { status: isStopHookActive ? 1 : 2, message }
}
