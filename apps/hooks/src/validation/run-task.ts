import { failure, type HookResponse, messageOf, responseTo, startWarning } from '../response.ts'
import type { Task } from '../task.ts'
import { recallFacts } from './recall-facts.ts'
import { validateOnStop } from './validate-working-area.ts'
import { validateWritten } from './validate-written.ts'

/** Does what an event needs the validator for. Never throws. */
export function runTask(task: Task): HookResponse {
  const { event } = task
  try {
    if (event.kind === 'start') return recallFacts(task)
    return responseTo(event, event.kind === 'stop' ? validateOnStop(task) : validateWritten(task))
  } catch (error) {
    return event.kind === 'start' ? startWarning(messageOf(error)) : responseTo(event, failure(error))
  }
}
