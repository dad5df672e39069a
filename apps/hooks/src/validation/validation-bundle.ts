import { failureOf, type HookResponse } from '../response.ts'
import type { Task } from '../task.ts'
import { recallFacts } from './recall-facts.ts'
import { validateEvent } from './validate-event.ts'

// The entry of the second bundle: everything that needs the validator. One file, because Node takes longer to resolve a
// second file than to read it.

/** Does what an event needs the validator for. Never throws: another process could not catch it. */
export function runTask(task: Task): HookResponse {
  const { event } = task
  try {
    return event.kind === 'start' ? recallFacts(task) : validateEvent(task)
  } catch (error) {
    return failureOf(event, error)
  }
}
