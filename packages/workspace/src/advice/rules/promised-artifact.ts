import { isObject } from '@workbench/contracts'
import { readFile, tryParse } from '@workbench/contracts/internal'

import { attempt } from '../../attempt.ts'
import { openConfined } from '../../files/confined-file.ts'
import { listJsonFiles } from '../../list-files.ts'
import { isSegmentName } from '../../segment-name.ts'
import { BLACKBOARD_FOLDER, pathInArea, areaPath, type WorkingArea } from '../../working-area.ts'

/** What a plan says that an agent delivers, and it has not. */
export interface PromisedArtifact {
  readonly wave: string
  /** Relative to the project's root. */
  readonly path: string
  /** The contracts that its tasks and the gate name. */
  readonly contracts: readonly string[]
}

/**
 * The artifact that an agent has to deliver in the current wave of the newest plan: the first wave that no handoff calls
 * complete, and in which an agent has delivered nothing. Undefined if the agent has no task in it, or has delivered.
 * @param agent name in the plan
 * @param written the waves in which it wrote artifacts of another name
 */
export function promisedArtifact(
  area: WorkingArea,
  agent: string,
  written: ReadonlySet<string>,
): PromisedArtifact | undefined {
  if (!isSegmentName(agent)) return undefined
  const files = attempt(() => listJsonFiles(pathInArea(area, BLACKBOARD_FOLDER), 2)) ?? []
  const artifacts = files.flatMap(({ path, version }) => {
    const [wave = '', name = ''] = path.split('/')
    const value = version === '' || name === '' ? undefined : read(area, path)
    return isObject(value) ? [{ wave, name, value, time: Number(version.split(',').at(-1)) }] : []
  })
  const plans = artifacts.filter(({ value }) => value['schema'] === 'plan.v1')
  const [plan] = plans.sort((a, b) => b.time - a.time)
  const current = objectsIn(plan?.value['waves']).find(({ id, tasks }) => {
    const isEnded = artifacts.some(
      ({ value }) =>
        value['schema'] === 'handoff.v1' && value['wave'] === id && value['status'] === 'complete',
    )
    return !isEnded && objectsIn(tasks).some((task) => !hasDelivered(task['agent'], id))
  })
  const { id: wave, tasks, gate } = current ?? {}
  const own = objectsIn(tasks).filter((task) => task['agent'] === agent)
  const isKnown = typeof wave === 'string' && isSegmentName(wave) && own.length > 0
  if (!isKnown || written.has(wave) || hasDelivered(agent, wave)) return undefined
  const named = JSON.stringify([own, gate]).match(/\b[a-z][a-z0-9-]*\.v\d+\b/g) ?? []
  return {
    wave,
    path: areaPath(BLACKBOARD_FOLDER, wave, `${agent}.json`),
    contracts: [...new Set(named)],
  }

  function hasDelivered(name: unknown, id: unknown): boolean {
    return artifacts.some(
      ({ wave: folder, name: file, value }) =>
        folder === id && (file === `${String(name)}.json` || value['producedBy'] === name),
    )
  }
}

const read = (area: WorkingArea, path: string): unknown =>
  attempt(() =>
    tryParse(String(openConfined(pathInArea(area, BLACKBOARD_FOLDER, path), [area.root], readFile).bytes)),
  )

const objectsIn = (value: unknown) => (Array.isArray(value) ? (value as unknown[]).filter(isObject) : [])
