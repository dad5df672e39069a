import { readdirSync, type Stats, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

import { absolutePath, type ListedFile, openArea, relativePath } from '@workbench/workspace'

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
 * What changed while a tool ran although only memory_write or a person should change it: facts without a record,
 * files that were deleted from the memory or the records, and contracts of the project. A path each, or a description.
 */
export function protectedChanges({ root, env, since, entries = [] }: ToolRun): string[] {
  const area = openArea(root)
  const [memory, records] = [absolutePath(area, 'memory'), absolutePath(area, 'records')]
  const isNew = (path: string): boolean => (statOf(path)?.ctimeMs ?? -Infinity) >= since
  const changed = entries.filter(({ segments }) => segments[0] === 'memory')
  const recorded = new Set(changed.length === 0 ? [] : namesIn(records).map(idOf))
  const lost = [memory, records].filter((folder) => isNew(folder) && hasLostFile(folder))
  const isRecordsFolderLost = !statOf(records) && namesIn(memory).length > 0 && isNew(absolutePath(area))
  const directory = env['WORKBENCH_SCHEMAS'] ? resolve(root, env['WORKBENCH_SCHEMAS']) : join(root, SCHEMAS)
  const contracts = namesIn(directory).filter((name) => name.endsWith('.schema.json'))
  return [
    ...changed
      .filter(({ segments }) => !recorded.has(idOf(segments.at(-1) ?? '')))
      .map(({ segments }) => relativePath(...segments)),
    ...[...lost, ...(isRecordsFolderLost ? [records] : [])].map(
      (folder) => `${relativePath(basename(folder))} (files were deleted)`,
    ),
    ...contracts.map((name) => join(directory, name)).filter(isNew),
  ]
}

/** The id in the name of a fact or of a record. */
const idOf = (name: string): string => name.split('.')[0] ?? ''

/** None if there is no such folder. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Whether a file was deleted from a folder, or moved out of it, after the last one was created. */
function hasLostFile(folder: string): boolean {
  const { mtimeMs = 0, birthtimeMs = 0 } = statOf(folder) ?? {}
  const times = namesIn(folder).map((name) => statOf(join(folder, name))?.ctimeMs ?? Infinity)
  return [birthtimeMs, ...times].every((time) => time < mtimeMs - RESOLUTION_MS)
}

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })
