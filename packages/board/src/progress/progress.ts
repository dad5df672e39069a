import { group } from 'd3-array'

import type { BoardFile } from '../model/board-file.ts'
import { type GateItem, gateItems } from './gate.ts'
import { type PlannedTask, type PlannedWave, textAt, wavesOf } from './plan-reader.ts'

/** What the board has of an agent in a wave; `unknown` if the plan does not say where it would be. */
export type Delivery = 'written' | 'invalid' | 'missing' | 'unknown'

/**
 * - `done`: a handoff says that the wave is complete
 * - `written`: its agent has written a valid artifact in the wave, and has no other task there
 * - `invalid`: what its agent has written is not valid
 * - `ready`: nothing that it depends on is missing
 * - `waiting`: something that it depends on is missing
 * - `unknown`: the artifacts do not say
 */
export type TaskState = 'done' | 'written' | 'invalid' | 'ready' | 'waiting' | 'unknown'

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
  const handoffs = files.filter(({ schema, valid }) => schema === 'handoff.v1' && valid)
  const ids = new Set<string>()
  const repeated = new Set(waves.flatMap(({ id }) => (ids.size === ids.add(id).size ? [id] : [])))
  const started = waves.map((wave) => {
    const isUnique = !repeated.has(wave.id)
    const own = isUnique ? files.filter((file) => file.wave === wave.id) : []
    const ends = isUnique ? handoffs.filter(({ value }) => textAt(value, 'wave') === wave.id) : []
    const agents = agentsOf(wave, own, isUnique)
    const state = isUnique ? waveState(agents, ends, own) : 'unknown'
    const delivered = wave.tasks.map((task) => ({ task, delivered: deliveryOf(task, wave, agents, state) }))
    return { wave, own, ends, agents, state, delivered }
  })
  const tasks = started.flatMap((wave) => wave.delivered)
  const byId = group(tasks, ({ task }) => task.id)
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
  return [...new Set(tasks.map(({ agent }) => agent))].map((agent) => {
    const own = files.filter((file) => file.agent === agent || file.producer === agent)
    const isPossible = isUnique && FILE_NAME.test(id) && FILE_NAME.test(agent)
    const absent = isPossible ? 'missing' : 'unknown'
    const delivery = own.some(({ valid }) => valid) ? 'written' : own.length > 0 ? 'invalid' : absent
    return { agent, delivery, files: own }
  })
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

function deliveryOf(
  { agent }: PlannedTask,
  { tasks }: PlannedWave,
  agents: readonly AgentProgress[],
  wave: WaveState,
): TaskDelivery {
  if (wave === 'complete') return { state: 'done', reason: 'the handoff says that the wave is complete' }
  const { delivery = 'unknown' } = agents.find((other) => other.agent === agent) ?? {}
  if (delivery === 'missing') return undefined
  if (delivery === 'unknown')
    return { state: 'unknown', reason: 'the wave or the agent has no name of a file' }
  const count = tasks.filter((task) => task.agent === agent).length
  if (count > 1)
    return {
      state: 'unknown',
      reason: `${agent} has written, but which of its ${count} tasks is not known`,
    }
  return delivery === 'written'
    ? { state: 'written', reason: `${agent} has written a valid artifact` }
    : { state: 'invalid', reason: `what ${agent} has written is not valid` }
}

/** The most reasons that are given for one state. */
const MAX_REASONS = 4

const join = (reasons: readonly string[]): string =>
  [...reasons.slice(0, MAX_REASONS), ...(reasons.length > MAX_REASONS ? ['…'] : [])].join('; ')

/** @param open the earlier waves that are not complete */
function toProgress(
  { task, delivered }: DeliveredTask,
  byId: ReadonlyMap<string, readonly DeliveredTask[]>,
  open: readonly string[],
): TaskProgress {
  const { id, agent } = task
  if (delivered) return { id, agent, ...delivered }
  const missing = open.slice(0, MAX_REASONS).map((wave) => `no handoff says that wave ${wave} is complete`)
  const unknown: string[] = []
  for (const name of task.dependsOn) {
    const others = (byId.get(name) ?? []).filter((other) => other.task !== task)
    const states = others.map((other) => other.delivered?.state)
    if (states.some((state) => state === undefined || state === 'invalid'))
      missing.push(`${name} has no valid artifact`)
    else if (states.length === 0 || states.includes('unknown'))
      unknown.push(`whether ${name} is done is not known`)
  }
  if (missing.length > 0) return { id, agent, state: 'waiting', reason: join(missing) }
  if (unknown.length > 0) return { id, agent, state: 'unknown', reason: join(unknown) }
  return { id, agent, state: 'ready', reason: 'nothing that it depends on is missing' }
}
