import { isObject } from '@workbench/contracts'
import { readFile, tryParse } from '@workbench/contracts/internal'

import { attempt } from '../attempt.ts'
import { openConfined } from '../files/confined-file.ts'
import { listJsonFiles } from '../list-files.ts'
import { BLACKBOARD_FOLDER, pathInArea, type WorkingArea } from '../working-area.ts'

/** A file of the blackboard, whether it is a valid artifact or not. */
export interface Delivered {
  readonly wave: string
  readonly agent: string
  /** Its members; none if it cannot be read. */
  readonly members: Readonly<Record<string, unknown>>
  /** When it was changed, in milliseconds since 1970. */
  readonly time: number
}

/**
 * What agents have written to the blackboard. Reads nothing outside of the project.
 * @param isRead whether a wave is. Default: all are.
 */
export function deliveredIn(area: WorkingArea, isRead = (_wave: string) => true): Delivered[] {
  const folder = pathInArea(area, BLACKBOARD_FOLDER)
  const files = attempt(() => listJsonFiles(folder, 2)) ?? []
  return files.flatMap(({ path, version }) => {
    const [wave = '', name] = path.split('/')
    if (name === undefined || version === '' || !isRead(wave)) return []
    const value = attempt(() => openConfined(`${folder}/${wave}/${name}`, [area.root], readFile))
    const members = value && tryParse(String(value.bytes))
    const time = Number(version.split(',').at(-1))
    return [{ wave, agent: name.replace(/\.json$/, ''), members: isObject(members) ? members : {}, time }]
  })
}

/** Whether a handoff says that a wave is complete. */
export const isComplete = (delivered: readonly Delivered[], wave: unknown): boolean =>
  delivered.some(
    ({ members: { schema, wave: id, status } }) =>
      schema === 'handoff.v1' && id === wave && status === 'complete',
  )
