import { join } from 'node:path'

import { isObject } from '@workbench/contracts'
import { readFile, tryParse } from '@workbench/contracts/internal'

import { attempt } from '../attempt.ts'
import { leadsOutside, openConfined } from '../files/confined-file.ts'
import { namesIn } from '../files/names-in.ts'
import { isSegmentName } from '../segment-name.ts'
import { BLACKBOARD_FOLDER, pathInArea, type WorkingArea } from '../working-area.ts'

/** A file of the blackboard, whether it is a valid artifact or not. */
export interface Delivered {
  readonly wave: string
  readonly agent: string
  /** Absolute path. */
  readonly file: string
  /** Reads its members once; none if it cannot be read. */
  readonly members: () => Readonly<Record<string, unknown>>
}

/**
 * What agents have written to the blackboard. Reads nothing outside of the project.
 * @param waves those that are listed. Default: all.
 */
export function deliveredIn(
  area: WorkingArea,
  waves: readonly string[] = namesIn(pathInArea(area, BLACKBOARD_FOLDER)),
): Delivered[] {
  return waves.filter(isSegmentName).flatMap((wave) => {
    const folder = pathInArea(area, BLACKBOARD_FOLDER, wave)
    const names = leadsOutside(folder, area.root) ? [] : namesIn(folder)
    return names.flatMap((name) => {
      const file = join(folder, name)
      let members: ReturnType<Delivered['members']> | undefined
      const read = () => (members ??= membersOf(file, area))
      return name.endsWith('.json') ? [{ wave, agent: name.slice(0, -5), file, members: read }] : []
    })
  })
}

function membersOf(file: string, { root }: WorkingArea): Readonly<Record<string, unknown>> {
  const value = attempt(() => tryParse(String(openConfined(file, [root], readFile).bytes)))
  return isObject(value) ? value : {}
}

/** Whether a handoff says that a wave is complete. */
export const isComplete = (delivered: readonly Delivered[], wave: unknown): boolean =>
  delivered.some(({ members }) => {
    const { schema, wave: id, status } = members()
    return schema === 'handoff.v1' && id === wave && status === 'complete'
  })
