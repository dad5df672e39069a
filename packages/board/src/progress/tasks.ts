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

export interface TaskProgress {
  readonly id: string
  readonly agent: string
  readonly state: TaskState
  /** Why it has this state. */
  readonly reason: string
  /** The tasks that it depends on and that are not done. */
  readonly waitsFor: readonly PlannedTask[]
}

/** What its agent has delivered of a task; undefined if it has written nothing. */
type TaskDelivery = Pick<TaskProgress, 'state' | 'reason'> | undefined

interface DeliveredTask {
  readonly task: PlannedTask
  readonly delivered: TaskDelivery
}

/** What the agents of a wave have delivered of its tasks. */
export function deliveriesOf(
  { tasks }: PlannedWave,
  agents: readonly AgentProgress[],
  isComplete: boolean,
): DeliveredTask[] {
  const byName = new Map(agents.map((agent) => [agent.agent, agent]))
  const byAgent = group(tasks, ({ agent }) => agent)
  return tasks.map((task) => {
    const own = byName.get(task.agent)
    const count = byAgent.get(task.agent)?.length ?? 0
    return { task, delivered: own && deliveryOf(own, count, isComplete) }
  })
}

/** @param count how many tasks of the wave the agent has */
function deliveryOf({ agent, delivery }: AgentProgress, count: number, isComplete: boolean): TaskDelivery {
  if (isComplete) return { state: 'done', reason: 'the handoff says that the wave is complete' }
  if (delivery === 'missing') return undefined
  if (delivery === 'unknown')
    return { state: 'unknown', reason: 'the wave or the agent has no name of a file' }
  if (count > 1)
    return {
      state: 'unknown',
      reason: `${agent} has written, but which of its ${count} tasks is not known`,
    }
  return { state: delivery, reason: REASONS[delivery](agent) }
}

const REASONS = {
  delivered: (agent: string) => `${agent} has written a valid artifact`,
  invalid: (agent: string) => `what ${agent} has written is not valid`,
  blocked: (agent: string) => `${agent} has written that work cannot go on`,
}

/** The most reasons that are given for one state. */
const MAX_REASONS = 4

const join = (reasons: readonly string[]): string =>
  [...reasons.slice(0, MAX_REASONS), ...(reasons.length > MAX_REASONS ? ['…'] : [])].join('; ')

/** The states of a task whose agent has written, but which those that depend on it wait for. */
const OPEN = new Set<TaskState | undefined>([undefined, 'invalid', 'blocked'])

/**
 * @param byId all tasks of the plan
 * @param open the earlier waves that are not complete
 */
export function toProgress(
  { task, delivered }: DeliveredTask,
  byId: ReadonlyMap<string, readonly DeliveredTask[]>,
  open: readonly string[],
): TaskProgress {
  const { id, agent } = task
  if (delivered) return { id, agent, waitsFor: [], ...delivered }
  const waitsFor: PlannedTask[] = []
  const unknown: string[] = []
  for (const name of task.dependsOn) {
    const others = (byId.get(name) ?? []).filter((other) => other.task !== task)
    const missing = others.filter((other) => OPEN.has(other.delivered?.state))
    waitsFor.push(...missing.map((other) => other.task))
    if (missing.length > 0) continue
    if (others.length === 0 || others.some((other) => other.delivered?.state === 'unknown'))
      unknown.push(`whether ${name} is done is not known`)
  }
  const missing = [
    ...open.slice(0, MAX_REASONS).map((wave) => `no handoff says that wave ${wave} is complete`),
    ...waitsFor.map((other) => `${other.id} of ${other.agent} is not done`),
  ]
  const common = { id, agent, waitsFor }
  if (missing.length > 0) return { ...common, state: 'waiting', reason: join(missing) }
  if (unknown.length > 0) return { ...common, state: 'unknown', reason: join(unknown) }
  return { ...common, state: 'ready', reason: 'nothing that it depends on is missing' }
}
