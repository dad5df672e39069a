import { statSync } from 'node:fs'

import { attempt } from '../../attempt.ts'
import { isSegmentName } from '../../segment-name.ts'
import { BLACKBOARD_FOLDER, areaPath, type WorkingArea } from '../../working-area.ts'
import { type Delivered, deliveredIn, isComplete } from '../delivered.ts'
import { plannedWaves } from '../planned-waves.ts'

/**
 * The artifact that an agent has to deliver in the current wave of the newest plan: the first wave that no handoff calls
 * complete, and in which an agent has delivered nothing. Undefined if the agent has no task in it, or has delivered.
 * @param agent name in the plan
 * @param written the waves in which it wrote artifacts of another name
 * @returns the path relative to the project's root, and what is missing, as a sentence without a period
 */
export function promisedArtifact(
  area: WorkingArea,
  agent: string,
  written: readonly string[],
): { readonly path: string; readonly message: string } | undefined {
  const delivered = deliveredIn(area)
  const plans = delivered.filter(({ members }) => members()['schema'] === 'plan.v1')
  const timeOf = ({ file }: Delivered) => attempt(() => statSync(file).ctimeMs) ?? 0
  const [plan] = plans.sort((a, b) => timeOf(b) - timeOf(a))
  const current = plannedWaves(plan?.members()).find(
    ({ id, tasks }) => !isComplete(delivered, id) && tasks.some((task) => isMissing(task.agent, id)),
  )
  if (!current || !isSegmentName(current.id) || !isSegmentName(agent)) return undefined
  const { id: wave, tasks, gate } = current
  const own = tasks.flatMap((task) => (task.agent === agent ? task.members : []))
  if (own.length === 0 || written.includes(wave) || !isMissing(agent, wave)) return undefined
  const contracts = new Set(JSON.stringify([own, gate]).match(/\b[a-z][a-z0-9-]*\.v\d+\b/g))
  const what = contracts.size === 0 ? 'an artifact' : `a valid ${[...contracts].join(' or ')}`
  const path = areaPath(BLACKBOARD_FOLDER, wave, `${agent}.json`)
  const message = `the plan names "${agent}" in wave "${wave}", and it has delivered nothing there. Write ${what} to ${path}`
  return { path, message }

  /** Whether an agent has delivered nothing in a wave. */
  function isMissing(name: string, id: string): boolean {
    return !delivered.some(
      (each) => each.wave === id && (each.agent === name || each.members()['producedBy'] === name),
    )
  }
}
