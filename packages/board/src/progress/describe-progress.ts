import { pluralize } from '@workbench/contracts/internal'
import type { PlannedTask } from '@workbench/workspace'
import { groups } from 'd3-array'

import { countDeliveries, DELIVERIES } from './agents.ts'
import type { PlanProgress, WaveProgress, WaveState } from './progress.ts'

/**
 * The waves of a plan that have begun and that no handoff calls complete, the last one first; else the first that is not
 * complete; else those that a handoff calls complete although an agent has not delivered.
 */
export function currentWaves({ waves }: PlanProgress): WaveProgress[] {
  const running = waves.filter(({ state }) => !['complete', 'idle', 'unknown'].includes(state)).reverse()
  if (running.length > 0) return running
  const next = waves.find(({ state }) => state !== 'complete')
  const isDelivered = ({ agents }: WaveProgress) => agents.every(({ delivery }) => delivery === 'delivered')
  return next ? [next] : waves.filter((wave) => !isDelivered(wave))
}

/** `Wave 2 of 4 (w2), 5 agents: 2 delivered, 1 invalid, 0 blocked, 2 missing`. */
export function describeWave(wave: WaveProgress, waves: readonly WaveProgress[]): string {
  const counts = countDeliveries(wave.agents)
  const texts = DELIVERIES.filter((name) => name !== 'unknown' || counts.unknown > 0)
  return `Wave ${waves.indexOf(wave) + 1} of ${waves.length} (${wave.id}), ${pluralize(wave.agents.length, 'agent')}: ${texts.map((name) => `${counts[name]} ${name}`).join(', ')}`
}

/** The most names of one line. */
const MAX_NAMES = 5

/** How the wave ended, as its handoffs say. */
export function describeEnd({ state, handoffs }: WaveProgress): string {
  const authors = handoffs
    .slice(0, MAX_NAMES)
    .map(({ agent }) => agent)
    .join(', ')
  const said = `${state}, as ${authors} says`
  const ends: Readonly<Record<WaveState, string>> = {
    ...{ complete: said, partial: said, blocked: said },
    contradicting: `handoffs contradict each other: ${authors}`,
    running: 'no handoff yet',
    idle: 'not begun',
    unknown: 'not known, because the plan gives no names of files or one wave twice',
  }
  return ends[state]
}

/**
 * Who waits for whom in a wave, as the handoffs and the plan say: `tester (T-2), writer (T-3) wait for builder (T-1)`. That
 * comes first for which most wait.
 */
export function describeWaits({ agents, tasks, handoffs }: WaveProgress): string[] {
  const files = [...new Set([...agents.flatMap((agent) => agent.files), ...handoffs])]
  const waits = [
    ...files.flatMap(({ agent, summary: { blockedBy = [] } }) => blockedBy.map((what) => [what, agent])),
    ...tasks.flatMap((task) => task.waitsFor.map((other) => [nameOf(other), nameOf(task)])),
  ]
  return groups(waits, ([what]) => what)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([what, all]) => {
      const names = all.slice(0, MAX_NAMES).map(([, who]) => who)
      const more = all.length > names.length ? ` and ${all.length - names.length} more` : ''
      return `${names.join(', ')}${more} ${all.length === 1 ? 'waits' : 'wait'} for ${what}`
    })
}

const nameOf = ({ id, agent }: PlannedTask): string => `${agent} (${id})`
