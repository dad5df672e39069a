import type { PlannedTask, PlannedWave } from '@workbench/workspace'
import { group } from 'd3-array'

import type { AgentProgress, Delivery } from './agents.ts'

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

/** A wave of a plan, and what its agents have delivered. */
interface DeliveredWave extends PlannedWave {
  readonly agents: readonly AgentProgress[]
  readonly isComplete: boolean
}

/** The states of a task whose agent has written, but which those that depend on it wait for. */
const OPEN = new Set<TaskState | undefined>([undefined, 'invalid', 'blocked'])

/** The progress of the tasks of each wave. */
export function tasksOf(waves: readonly DeliveredWave[]): TaskProgress[][] {
  const delivered = new Map<PlannedTask, TaskState>(waves.flatMap(deliveriesOf))
  const all = waves.flatMap(({ tasks }) => tasks)
  const byId = group(all, ({ id }) => id)
  const firstOpen = waves.findIndex(({ isComplete }) => !isComplete)
  return waves.map(({ tasks }, index) =>
    tasks.map((task) => progressOf(task, firstOpen !== -1 && firstOpen < index)),
  )

  /** @param isLater whether an earlier wave is not complete */
  function progressOf(task: PlannedTask, isLater: boolean): TaskProgress {
    const own = delivered.get(task)
    if (own) return { ...task, state: own, waitsFor: [] }
    const needed = task.dependsOn.map((id) => (byId.get(id) ?? []).filter((other) => other !== task))
    const waitsFor = needed.flat().filter((other) => OPEN.has(delivered.get(other)))
    const isUnknown = needed.some(
      (others) => others.length === 0 || others.some((other) => delivered.get(other) === 'unknown'),
    )
    const state = isLater || waitsFor.length > 0 ? 'waiting' : isUnknown ? 'unknown' : 'ready'
    return { ...task, state, waitsFor }
  }
}

/** What is known of the tasks whose agents have written something, or whose wave is complete. */
const deliveriesOf = ({ agents, isComplete }: DeliveredWave) =>
  agents.flatMap(({ delivery, tasks }) => {
    // Which of several tasks an agent has delivered is not known.
    const known = tasks.length > 1 && delivery !== 'missing' ? 'unknown' : delivery
    const state = isComplete ? 'done' : known
    return state === 'missing' ? [] : tasks.map((task) => [task, state] as const)
  })
