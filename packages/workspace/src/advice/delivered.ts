import { isObject } from '@workbench/contracts'
import { readFile, tryParse } from '@workbench/contracts/internal'

import { attempt } from '../attempt.ts'
import { openConfined } from '../files/confined-file.ts'
import { listWaveFiles, type WaveFile } from '../wave-files.ts'
import type { WorkingArea } from '../working-area.ts'

/** A file of the blackboard, whether it is a valid artifact or not. */
export interface Delivered extends WaveFile {
  /** Reads its members once; none if it cannot be read. */
  readonly members: () => Readonly<Record<string, unknown>>
}

/** What agents have written to the blackboard; nothing if it cannot be listed. Reads nothing outside of the project. */
export const deliveredIn = (area: WorkingArea): Delivered[] =>
  (attempt(() => listWaveFiles(area)) ?? []).map((file) => {
    let members: ReturnType<Delivered['members']> | undefined
    return { ...file, members: () => (members ??= membersOf(file.file, area)) }
  })

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
