import { parseEvent } from './event/parse-event.ts'
import { planEvent } from './plan-event.ts'
import { readStdin } from './read-stdin.ts'
import {
  cannotRun,
  failureOf,
  type HookContext,
  type HookResponse,
  rejection,
  responseTo,
} from './response.ts'
import type { Task } from './task.ts'

/**
 * Reads one event of an agent and handles it.
 * @param runTask validates; called only for events that concern an artifact, which most do not
 * @param problem why the hook cannot run here, if it cannot
 */
export async function respond(
  stdin: NodeJS.ReadableStream,
  context: HookContext,
  runTask: (task: Task) => HookResponse,
  problem?: string,
): Promise<HookResponse> {
  const input = await readStdin(stdin, context.deadline)
  if ('problem' in input) return rejection(`the hook ${input.problem}, so nothing was validated`)
  return runHook(input.text, context, runTask, problem)
}

/** Handles one event, given as text. */
export function runHook(
  input: string,
  context: HookContext,
  runTask: (task: Task) => HookResponse,
  problem?: string,
): HookResponse {
  const event = parseEvent(input, context.env)
  if (!event)
    return rejection('the hook received no event that it knows on standard input, so nothing was validated')
  if (problem !== undefined) return cannotRun(event, problem)
  try {
    const plan = planEvent(event, { ...context, cwd: event.cwd ?? context.cwd })
    return responseTo(event, 'status' in plan ? plan : runTask(plan))
  } catch (error) {
    return responseTo(event, failureOf(event, error))
  }
}
