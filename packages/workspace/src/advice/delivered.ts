import { isObject } from '@workbench/contracts'

import { attempt } from '../attempt.ts'
import { readValue } from '../files/read-value.ts'
import { listWaveFiles, type WaveFile } from '../list-files.ts'
import type { WorkingArea } from '../working-area.ts'

/** A file of the blackboard, whether it is a valid artifact or not. */
export interface Delivered extends WaveFile {
  /** Reads its members once; none if it cannot be read. */
  readonly members: () => Readonly<Record<string, unknown>>
}

/** What agents have written to the blackboard; nothing if it cannot be listed. Reads nothing outside of the project. */
export const deliveredIn = (area: WorkingArea): Delivered[] =>
  (attempt(() => listWaveFiles(area)) ?? []).map((file) => {
    let value: unknown
    const read = () => (value ??= readValue(file.file, area))
    return { ...file, members: () => (isObject(read()) ? value : {}) as Readonly<Record<string, unknown>> }
  })

/** Whether a handoff says that a wave is complete. */
export const isComplete = (delivered: readonly Delivered[], wave: unknown): boolean =>
  delivered.some(({ members }) => {
    const { schema, wave: id, status } = members()
    return schema === 'handoff.v1' && id === wave && status === 'complete'
  })
