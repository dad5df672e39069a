import { basename, join, relative, sep } from 'node:path'

import { describeFsError } from '@workbench/contracts/internal'

import { UnsafePathError, WorkingAreaError } from './errors.ts'
import { leadsOutside } from './files/confined-file.ts'
import { listJsonFiles } from './list-files.ts'
import { BLACKBOARD_FOLDER, pathInArea, type WorkingArea } from './working-area.ts'

/** A JSON file in a folder that has a folder for each wave, or what stands there and is not read. */
export interface WaveFile {
  readonly wave: string
  /** The name without its extension. */
  readonly agent: string
  /** Absolute path. */
  readonly file: string
  /** Relative to the project's root, with slashes. */
  readonly path: string
  /** Changes with each write. */
  readonly state: string
  /** Why it is not read, and not valid; absent for others. */
  readonly problem?: string | undefined
}

/**
 * The JSON files of all waves in a folder of the project; a link to a folder is not followed. Folders whose name starts with a
 * dot are left out.
 * @param folder absolute path. Default: the blackboard
 * @throws {UnsafePathError} if the folder itself is a link, or the blackboard is outside of the project.
 * @throws {WorkingAreaError} if a folder cannot be read.
 */
export function listWaveFiles(area: WorkingArea, folder?: string): WaveFile[] {
  const { root } = area
  const base = folder ?? pathInArea(area, BLACKBOARD_FOLDER)
  const pathOf = (file: string): string => relative(root, file).split(sep).join('/')
  const listed = folder === undefined && leadsOutside(base, root) ? undefined : list(base)
  if (listed === undefined || listed[0]?.path === '')
    throw new UnsafePathError(`${pathOf(base)} is a link or a file, not a folder; delete it`)
  return listed.flatMap(({ path: inFolder, version: state, problem }) => {
    const file = join(base, inFolder)
    const [wave = '', name] = inFolder.split('/')
    const isArtifact = problem !== undefined || name?.endsWith('.json') === true
    if (!isArtifact || wave.startsWith('.')) return []
    return [{ wave, agent: basename(name ?? wave, '.json'), file, path: pathOf(file), state, problem }]
  })
}

function list(folder: string): ReturnType<typeof listJsonFiles> {
  try {
    return listJsonFiles(folder, 2)
  } catch (error) {
    const { path = folder } = error as NodeJS.ErrnoException
    throw new WorkingAreaError(`Cannot list ${path}: ${describeFsError(error, 'list')}`, { cause: error })
  }
}
