import { group } from 'd3-array'

import type { AgentProgress, Delivery } from './agents.ts'
import type { PlannedTask, PlannedWave } from './plan-reader.ts'

/**
 * - `done`: a handoff says that the wave is complete
 * - `delivered`, `invalid`, `blocked`: what its agent has written in the wave, if it has no other task there
 * - `ready`: nothing that it depends on is missing
 * - `waiting`: something that it depends on is missing
 * - `unknown`: the artifacts do not say
 */
export type TaskState = 'done' | Exclude<Delivery, 'missing'> | 'ready' | 'waiting'

export interface TaskProgress extends PlannedTask {
  readonly state: TaskState
  /** The tasks that it depends on and that are not done. */
  readonly waitsFor: readonly PlannedTask[]
}

interface DeliveredTask {
  readonly task: PlannedTask
  /** Undefined if its agent has written nothing. */
  readonly delivered: TaskState | undefined
}

/** What the agents of a wave have delivered of its tasks. */
export function deliveriesOf(
  { tasks }: PlannedWave,
  agents: readonly AgentProgress[],
  isComplete: boolean,
): DeliveredTask[] {
  const byName = new Map(agents.map(({ agent, delivery }) => [agent, delivery]))
  const byAgent = group(tasks, ({ agent }) => agent)
  return tasks.map((task) => {
    if (isComplete) return { task, delivered: 'done' }
    const delivery = byName.get(task.agent)
    if (delivery === undefined || delivery === 'missing') return { task, delivered: undefined }
    // Which of several tasks it has delivered is not known.
    const isOnly = byAgent.get(task.agent)?.length === 1
    return { task, delivered: isOnly ? delivery : 'unknown' }
  })
}

/** The states of a task whose agent has written, but which those that depend on it wait for. */
const OPEN = new Set<TaskState | undefined>([undefined, 'invalid', 'blocked'])

/**
 * @param byId all tasks of the plan
 * @param isOpen whether an earlier wave is not complete
 */
export function toProgress(
  { task, delivered }: DeliveredTask,
  byId: ReadonlyMap<string, readonly DeliveredTask[]>,
  isOpen: boolean,
): TaskProgress {
  if (delivered) return { ...task, state: delivered, waitsFor: [] }
  const needed = task.dependsOn.map((id) => (byId.get(id) ?? []).filter((other) => other.task !== task))
  const missing = needed.flat().filter((other) => OPEN.has(other.delivered))
  const isUnknown = needed.some(
    (others) => others.length === 0 || others.some((other) => other.delivered === 'unknown'),
  )
  const state = isOpen || missing.length > 0 ? 'waiting' : isUnknown ? 'unknown' : 'ready'
  return { ...task, state, waitsFor: missing.map((other) => other.task) }
}
