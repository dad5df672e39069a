import type { Stats } from 'node:fs'
import { basename, join, resolve } from 'node:path'

import {
  pathInArea,
  type ListedFile,
  namesIn,
  openArea,
  relativePath,
  uncommittedFacts,
} from '@workbench/workspace'

import { statOf } from './paths/resolve-path.ts'
import type { HookContext } from './response.ts'

/** The time of a folder and of the file that was created in it last differ by less, in milliseconds. */
const RESOLUTION_MS = 50

const SCHEMAS = 'plugins/workbench-core/schemas'

interface ToolRun extends Pick<HookContext, 'env'> {
  /** Absolute path of the project. */
  readonly root: string
  /** When the tool began, or earlier; in milliseconds since 1970. */
  readonly since: number
  /** The files of the working area that changed since. */
  readonly entries: readonly ListedFile[] | undefined
}

/**
 * What changed while a tool ran although only memory_write or a person should change it: facts without a record or commit,
 * files that were deleted from the memory or the records, and contracts of the project. A path each, or a description.
 */
export function protectedChanges({ root, env, since, entries = [] }: ToolRun): string[] {
  const area = openArea(root)
  const [memory, records] = [pathInArea(area, 'memory'), pathInArea(area, 'records')]
  const isNew = (path: string): boolean => (statOf(path)?.ctimeMs ?? -Infinity) >= since
  const changed = entries.filter(({ segments }) => segments[0] === 'memory')
  const recorded = new Set(changed.length === 0 ? [] : namesIn(records).map(idOf))
  const unknown = changed.filter(({ segments }) => !recorded.has(idOf(segments.at(-1) ?? '')))
  // A checkout, a merge or a pull brings facts of commits.
  const paths = unknown.map(({ segments }) => segments.slice(1).join('/'))
  const uncommitted = uncommittedFacts(area, paths)
  const lost = [memory, records].filter((folder) => isNew(folder) && hasLostFile(folder))
  // A clone and a new worktree have none yet.
  const isRecordsFolderLost =
    !statOf(records) &&
    namesIn(memory).length > 0 &&
    isNew(pathInArea(area)) &&
    hasLostFile(pathInArea(area), ({ birthtimeMs }) => birthtimeMs)
  const directory = env['WORKBENCH_SCHEMAS'] ? resolve(root, env['WORKBENCH_SCHEMAS']) : join(root, SCHEMAS)
  const contracts = namesIn(directory).filter((name) => name.endsWith('.schema.json'))
  return [
    ...uncommitted.map((name) => relativePath('memory', name)),
    ...[...lost, ...(isRecordsFolderLost ? [records] : [])].map(
      (folder) => `${relativePath(basename(folder))} (files were deleted)`,
    ),
    ...contracts.map((name) => join(directory, name)).filter(isNew),
  ]
}

/** The id in the name of a fact or of a record. */
const idOf = (name: string): string => name.split('.')[0] ?? ''

/** Whether an entry was deleted from a folder, or moved out of it, after the last one was created. */
function hasLostFile(folder: string, timeOf = ({ ctimeMs }: Stats): number => ctimeMs): boolean {
  const { mtimeMs = 0, birthtimeMs = 0 } = statOf(folder) ?? {}
  const times = namesIn(folder).map((name) => {
    const stat = statOf(join(folder, name))
    return stat ? timeOf(stat) : Infinity
  })
  return [birthtimeMs, ...times].every((time) => time < mtimeMs - RESOLUTION_MS)
}
