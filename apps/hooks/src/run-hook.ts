import { planEvent } from './plan-event.ts'
import { readStdin } from './read-stdin.ts'
import {
  failure,
  type HookContext,
  type HookResponse,
  messageOf,
  rejection,
  responseTo,
  startWarning,
} from './response.ts'
import type { Task } from './task.ts'

/**
 * Reads one event of an agent and handles it.
 * @param runTask validates; called only for events that concern an artifact, which most do not
 */
export async function respond(
  stdin: NodeJS.ReadableStream,
  context: HookContext,
  runTask: (task: Task) => HookResponse,
): Promise<HookResponse> {
  const input = await readStdin(stdin, context.deadline)
  if ('problem' in input) return rejection(`the hook ${input.problem}, so nothing was validated`)
  return runHook(input.text, context, runTask)
}

/** Handles one event, given as text. */
export function runHook(
  input: string,
  context: HookContext,
  runTask: (task: Task) => HookResponse,
): HookResponse {
  const plan = planEvent(input, context)
  if ('status' in plan) return plan
  try {
    return runTask(plan)
  } catch (error) {
    if (plan.event.kind === 'start') return startWarning(messageOf(error))
    return responseTo(plan.event, failure(error))
  }
}
