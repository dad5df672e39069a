import type { HandoffV1 } from '@workbench/contracts'
import { plannedWaves } from '@workbench/workspace'
import { group } from 'd3-array'

import type { BoardFile } from '../model/board-file.ts'
import { byTime } from '../model/filter.ts'
import { type AgentProgress, agentsOf, namesOf } from './agents.ts'
import { type GateItem, gateItems } from './gate.ts'
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
  const planned = plannedWaves(plan.value)
  const byId = group(planned, ({ id }) => id)
  const byWave = group(files, ({ wave }) => wave)
  const byPath = new Map(files.map((file) => [file.path, file]))
  const allHandoffs = files.filter(({ schema, valid }) => schema === 'handoff.v1' && valid)
  const started = planned.map((wave) => {
    const isUnique = byId.get(wave.id)?.length === 1
    const names = isUnique ? namesOf(wave.id) : []
    const written = [...new Set(names.flatMap((name) => byWave.get(name) ?? []))]
    const handoffs = allHandoffs.filter((file) => names.includes(contentOf(file).wave))
    const agents = agentsOf(wave, written, isUnique)
    const state = isUnique ? waveState(agents, handoffs, written) : 'unknown'
    return { ...wave, written, handoffs, agents, state, isComplete: state === 'complete' }
  })
  const tasks = tasksOf(started)
  const waves = started.map(({ id, state, agents, handoffs, gate, written }, index) => ({
    ...{ id, state, agents, handoffs, tasks: tasks[index] ?? [] },
    gate: gateItems(gate, written, byPath),
  }))
  return { plan, waves }
}

/** How far the newest plan is; undefined without a plan. */
export function newestProgress(files: readonly BoardFile[]): PlanProgress | undefined {
  const [plan] = files
    .filter(({ schema, value }) => schema === 'plan.v1' && plannedWaves(value).length > 0)
    .sort(byTime)
  return plan && progressOf(plan, files)
}

/** Of a valid handoff. */
const contentOf = ({ value }: BoardFile) => value as HandoffV1

const STATUSES = ['complete', 'partial', 'blocked'] as const

function waveState(
  agents: readonly AgentProgress[],
  handoffs: readonly BoardFile[],
  files: readonly BoardFile[],
): WaveState {
  const said = new Set(handoffs.map((file) => contentOf(file).status))
  if (said.size > 1) return 'contradicting'
  const status = STATUSES.find((name) => said.has(name))
  if (status) return status
  if (files.length > 0) return 'running'
  return agents.some(({ delivery }) => delivery === 'unknown') ? 'unknown' : 'idle'
}
