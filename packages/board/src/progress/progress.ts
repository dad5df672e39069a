import { group } from 'd3-array'

import type { BoardFile } from '../model/board-file.ts'
import { type GateItem, gateItems } from './gate.ts'
import { type PlannedTask, type PlannedWave, textAt, wavesOf } from './plan-reader.ts'

/**
 * What the board has of an agent in a wave:
 * - `delivered`: artifacts, all valid, and none says that work cannot go on
 * - `invalid`: an artifact that is not valid
 * - `blocked`: only valid ones, of which one says that work cannot go on
 * - `missing`: nothing
 * - `unknown`: the plan does not say where its artifacts would be
 */
export const DELIVERIES = ['delivered', 'invalid', 'blocked', 'missing', 'unknown'] as const

export type Delivery = (typeof DELIVERIES)[number]

/**
 * - `done`: a handoff says that the wave is complete
 * - `delivered`, `invalid`, `blocked`: what its agent has written in the wave, if it has no other task there
 * - `ready`: nothing that it depends on is missing
 * - `waiting`: something that it depends on is missing
 * - `unknown`: the artifacts do not say
 */
export type TaskState = 'done' | Exclude<Delivery, 'missing'> | 'ready' | 'waiting'

export interface AgentProgress {
  readonly agent: string
  readonly delivery: Delivery
  /** Its artifacts in the wave. */
  readonly files: readonly BoardFile[]
}

export interface TaskProgress {
  readonly id: string
  readonly agent: string
  readonly state: TaskState
  /** Why it has this state. */
  readonly reason: string
  /** The tasks that it depends on and that are not done. */
  readonly waitsFor: readonly PlannedTask[]
}

/** `complete`, `partial` and `blocked` as handoffs say; `contradicting` if they differ. */
export type WaveState = 'complete' | 'partial' | 'blocked' | 'contradicting' | 'running' | 'idle' | 'unknown'

export interface WaveProgress {
  readonly id: string
  readonly state: WaveState
  readonly agents: readonly AgentProgress[]
  readonly tasks: readonly TaskProgress[]
  /** The valid handoffs of the wave. */
  readonly handoffs: readonly BoardFile[]
  readonly gate: readonly GateItem[]
}

export interface PlanProgress {
  readonly plan: BoardFile
  readonly waves: readonly WaveProgress[]
}

/**
 * How far a plan is, as far as the artifacts say it: the folder of a wave has its id, and an artifact has the name of its
 * agent or names it as its producer. Nothing else is concluded.
 */
export function progressOf(plan: BoardFile, files: readonly BoardFile[]): PlanProgress {
  const waves = wavesOf(plan.value)
  const board = new Map(files.map((file) => [file.path, file]))
  const byWave = group(files, ({ wave }) => wave)
  const handoffs = files.filter(({ schema, valid }) => schema === 'handoff.v1' && valid)
  const counts = group(waves, ({ id }) => id)
  const started = waves.map((wave) => {
    const isUnique = counts.get(wave.id)?.length === 1
    const own = isUnique ? (byWave.get(wave.id) ?? []) : []
    const ends = isUnique ? handoffs.filter(({ value }) => textAt(value, 'wave') === wave.id) : []
    const agents = agentsOf(wave, own, isUnique)
    const state = isUnique ? waveState(agents, ends, own) : 'unknown'
    return { wave, own, ends, agents, state, delivered: deliveriesOf(wave, agents, state) }
  })
  const byId = group(
    started.flatMap(({ delivered }) => delivered),
    ({ task }) => task.id,
  )
  const open: string[] = []
  return {
    plan,
    waves: started.map(({ wave, own, ends, agents, state, delivered: tasks }) => {
      const blocked = [...open]
      if (state !== 'complete') open.push(wave.id)
      return {
        id: wave.id,
        state,
        agents,
        tasks: tasks.map((task) => toProgress(task, byId, blocked)),
        handoffs: ends,
        gate: gateItems(wave.gate, own, board),
      }
    }),
  }
}

/** The plans of a board, the newest first. */
export const plansOf = (files: readonly BoardFile[]): BoardFile[] =>
  files
    .filter(({ schema, value }) => schema === 'plan.v1' && wavesOf(value).length > 0)
    .sort((a, b) => b.modified.getTime() - a.modified.getTime())

/** How many agents of a wave have each delivery. The sum is the number of its agents. */
export const countDeliveries = ({ agents }: WaveProgress): Readonly<Record<Delivery, number>> =>
  Object.fromEntries(
    DELIVERIES.map((name) => [name, agents.filter(({ delivery }) => delivery === name).length]),
  ) as Record<Delivery, number>

/** Whether a wave has begun, and no handoff says that it is complete. */
export const isRunning = ({ state }: WaveProgress): boolean =>
  state !== 'complete' && state !== 'idle' && state !== 'unknown'

/** A name that the folder of a wave, or the file of an agent, can have. */
const FILE_NAME = /^[^./\\\0][^/\\\0]{0,200}$/

function agentsOf(
  { id, tasks }: PlannedWave,
  files: readonly BoardFile[],
  isUnique: boolean,
): AgentProgress[] {
  const byName = group(files, ({ agent }) => agent)
  const byProducer = group(files, ({ producer }) => producer)
  return [...new Set(tasks.map(({ agent }) => agent))].map((agent) => {
    const own = [...new Set([...(byName.get(agent) ?? []), ...(byProducer.get(agent) ?? [])])]
    const isPossible = isUnique && FILE_NAME.test(id) && FILE_NAME.test(agent)
    return { agent, delivery: own.length > 0 ? worstOf(own) : isPossible ? 'missing' : 'unknown', files: own }
  })
}

function worstOf(files: readonly BoardFile[]): Delivery {
  if (files.some(({ valid }) => !valid)) return 'invalid'
  return files.some(({ summary }) => summary.isBlock) ? 'blocked' : 'delivered'
}

const STATUSES = ['complete', 'partial', 'blocked'] as const

function waveState(
  agents: readonly AgentProgress[],
  handoffs: readonly BoardFile[],
  files: readonly BoardFile[],
): WaveState {
  const said = new Set(handoffs.map(({ value }) => textAt(value, 'status')))
  if (said.size > 1) return 'contradicting'
  const status = STATUSES.find((name) => said.has(name))
  if (status) return status
  if (files.length > 0) return 'running'
  return agents.some(({ delivery }) => delivery === 'unknown') ? 'unknown' : 'idle'
}

/** What its agent has delivered of a task; undefined if it has written nothing. */
type TaskDelivery = Pick<TaskProgress, 'state' | 'reason'> | undefined

interface DeliveredTask {
  readonly task: PlannedTask
  readonly delivered: TaskDelivery
}

function deliveriesOf(
  { tasks }: PlannedWave,
  agents: readonly AgentProgress[],
  wave: WaveState,
): DeliveredTask[] {
  const byName = new Map(agents.map((agent) => [agent.agent, agent]))
  const byAgent = group(tasks, ({ agent }) => agent)
  return tasks.map((task) => {
    const own = byName.get(task.agent)
    const count = byAgent.get(task.agent)?.length ?? 0
    return { task, delivered: own && deliveryOf(own, count, wave) }
  })
}

/** @param count how many tasks of the wave the agent has */
function deliveryOf({ agent, delivery }: AgentProgress, count: number, wave: WaveState): TaskDelivery {
  if (wave === 'complete') return { state: 'done', reason: 'the handoff says that the wave is complete' }
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

/** @param open the earlier waves that are not complete */
function toProgress(
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
