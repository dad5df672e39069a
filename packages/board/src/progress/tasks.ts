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

/** A wave of a plan, and what its agents have delivered. */
interface DeliveredWave {
  readonly wave: PlannedWave
  readonly agents: readonly AgentProgress[]
  readonly isComplete: boolean
}

/** The states of a task whose agent has written, but which those that depend on it wait for. */
const OPEN = new Set<TaskState | undefined>([undefined, 'invalid', 'blocked'])

/** The progress of the tasks of each wave. */
export function tasksOf(waves: readonly DeliveredWave[]): TaskProgress[][] {
  const delivered = new Map(waves.flatMap(deliveriesOf))
  const byId = group(delivered.keys(), ({ id }) => id)
  const firstOpen = waves.findIndex(({ isComplete }) => !isComplete)
  return waves.map(({ wave: { tasks } }, index) =>
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

/** What is known of the tasks of a wave; undefined for one whose agent has written nothing. */
function deliveriesOf({
  wave: { tasks },
  agents,
  isComplete,
}: DeliveredWave): (readonly [task: PlannedTask, state: TaskState | undefined])[] {
  const byName = new Map(agents.map(({ agent, delivery }) => [agent, delivery]))
  const byAgent = group(tasks, ({ agent }) => agent)
  return tasks.map((task) => {
    if (isComplete) return [task, 'done']
    const delivery = byName.get(task.agent)
    if (delivery === undefined || delivery === 'missing') return [task, undefined]
    // Which of several tasks it has delivered is not known.
    return [task, byAgent.get(task.agent)?.length === 1 ? delivery : 'unknown']
  })
}
