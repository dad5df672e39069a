import { type PlannedTask, type PlannedWave, segmentNameFrom } from '@workbench/workspace'
import { group, groups } from 'd3-array'

import type { BoardFile } from '../model/board-file.ts'

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

export interface AgentProgress {
  readonly agent: string
  readonly delivery: Delivery
  /** Its artifacts in the wave. */
  readonly files: readonly BoardFile[]
  /** Its tasks in the wave. */
  readonly tasks: readonly PlannedTask[]
}

/** How many agents of a wave have each delivery. The sum is the number of its agents. */
export const countDeliveries = (agents: readonly AgentProgress[]): Readonly<Record<Delivery, number>> =>
  Object.fromEntries(
    DELIVERIES.map((name) => [name, agents.filter(({ delivery }) => delivery === name).length]),
  ) as Record<Delivery, number>

/** A name that the folder of a wave, or the file of an agent, can have. */
const FILE_NAME = /^[^./\\\0][^/\\\0]{0,200}$/

/** What the board has of each agent of a wave. @param isUnique whether no other wave of the plan has its id */
export function agentsOf(
  { id, tasks: planned }: PlannedWave,
  written: readonly BoardFile[],
  isUnique: boolean,
): AgentProgress[] {
  const byName = group(written, ({ agent }) => agent)
  const byProducer = group(written, ({ producer }) => producer)
  return groups(planned, ({ agent }) => agent).map(([agent, tasks]) => {
    const found = namesOf(agent).flatMap((name) => [byName.get(name) ?? [], byProducer.get(name) ?? []])
    const files = [...new Set(found.flat())]
    const isPossible = isUnique && FILE_NAME.test(id) && FILE_NAME.test(agent)
    const delivery = files.length > 0 ? worstOf(files) : isPossible ? 'missing' : 'unknown'
    return { agent, delivery, files, tasks }
  })
}

/** A name of the plan, and what blackboard_write proposes in its place. */
export const namesOf = (name: string): string[] => [name, segmentNameFrom(name) || name]

function worstOf(files: readonly BoardFile[]): Delivery {
  if (files.some(({ valid }) => !valid)) return 'invalid'
  return files.some(({ summary }) => summary.isBlock) ? 'blocked' : 'delivered'
}
