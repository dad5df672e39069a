import { planEvent } from './plan-event.ts'
import {
  failure,
  type HookContext,
  type HookResponse,
  messageOf,
  responseTo,
  startWarning,
} from './response.ts'
import type { Task } from './task.ts'

/**
 * Handles one event of an agent.
 * @param input text of the event, from standard input
 * @param run runs the validator; called only for events that concern an artifact, which most do not
 */
export function runHook(
  input: string,
  context: HookContext,
  run: (task: Task) => HookResponse,
): HookResponse {
  const plan = planEvent(input, context)
  if ('status' in plan) return plan
  try {
    return run(plan)
  } catch (error) {
    return plan.event.kind === 'start'
      ? startWarning(messageOf(error))
      : responseTo(plan.event, failure(error))
  }
}
