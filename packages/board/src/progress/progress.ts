import { group } from 'd3-array'

import type { BoardFile } from '../model/board-file.ts'
import { byTime } from '../model/filter.ts'
import { type AgentProgress, agentsOf, namesOf } from './agents.ts'
import { type GateItem, gateItems } from './gate.ts'
import { textAt, wavesOf } from './plan-reader.ts'
import { type TaskProgress, tasksOf } from './tasks.ts'

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
    const names = isUnique ? namesOf(wave.id) : []
    const own = [...new Set(names.flatMap((name) => byWave.get(name) ?? []))]
    const ends = handoffs.filter(({ value }) => names.includes(textAt(value, 'wave')))
    const agents = agentsOf(wave, own, isUnique)
    const state = isUnique ? waveState(agents, ends, own) : 'unknown'
    return { wave, own, ends, agents, state, isComplete: state === 'complete' }
  })
  const tasks = tasksOf(started)
  return {
    plan,
    waves: started.map(({ wave, own, ends, agents, state }, index) => ({
      ...{ id: wave.id, state, agents, tasks: tasks[index] ?? [], handoffs: ends },
      gate: gateItems(wave.gate, own, board),
    })),
  }
}

/** How far the newest plan is; undefined without a plan. */
export function newestProgress(files: readonly BoardFile[]): PlanProgress | undefined {
  const [plan] = files
    .filter(({ schema, value }) => schema === 'plan.v1' && wavesOf(value).length > 0)
    .sort(byTime)
  return plan && progressOf(plan, files)
}

/** Whether a wave has begun, and no handoff says that it is complete. */
export const isRunning = ({ state }: WaveProgress): boolean =>
  state !== 'complete' && state !== 'idle' && state !== 'unknown'

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
