import { pluralize } from '@workbench/contracts'

import { isRunning, type PlanProgress, type WaveProgress } from './progress.ts'

/** The waves of a plan that run, the last one first; else the first that is not complete. */
export function currentWaves({ waves }: PlanProgress): WaveProgress[] {
  const running = waves.filter(isRunning).reverse()
  return running.length > 0 ? running : waves.filter(({ state }) => state !== 'complete').slice(0, 1)
}

/** `Wave 2 of 4 (w2): 3 of 5 agents have written`. */
export function describeWave(wave: WaveProgress, { waves }: PlanProgress): string {
  const written = wave.agents.filter(({ files }) => files.length > 0).length
  return `Wave ${waves.indexOf(wave) + 1} of ${waves.length} (${wave.id}): ${written} of ${pluralize(wave.agents.length, 'agent')} ${wave.agents.length === 1 ? 'has' : 'have'} written`
}

const MAX_AUTHORS = 5

/** How the wave ended, as its handoffs say. */
export function describeEnd({ state, handoffs }: WaveProgress): string {
  const authors = handoffs
    .slice(0, MAX_AUTHORS)
    .map(({ agent }) => agent)
    .join(', ')
  switch (state) {
    case 'idle':
      return 'not begun'
    case 'running':
      return 'no handoff yet'
    case 'unknown':
      return 'not known, because the plan gives no names of files or one wave twice'
    case 'contradicting':
      return `handoffs contradict each other: ${authors}`
    default:
      return `${state}, as ${authors} says`
  }
}
