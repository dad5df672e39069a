import { planEvent } from './plan-event.ts'
import {
  failure,
  type HookContext,
  type HookResponse,
  messageOf,
  responseTo,
  startWarning,
} from './response.ts'
import type * as Validation from './validation/validation-bundle.ts'

/**
 * Handles one event of an agent.
 * @param input text of the event, from standard input
 * @param load loads the validator; called only for events that concern an artifact, which most do not
 */
export function runHook(input: string, context: HookContext, load: () => typeof Validation): HookResponse {
  const plan = planEvent(input, context)
  if ('status' in plan) return plan
  try {
    return load().runTask(plan)
  } catch (error) {
    return plan.event.kind === 'start'
      ? startWarning(messageOf(error))
      : responseTo(plan.event, failure(error))
  }
}
