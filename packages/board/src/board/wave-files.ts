import { basename, join, relative, sep } from 'node:path'

import { describeFsError } from '@workbench/contracts/internal'
import { listJsonFiles, UnsafePathError, WorkingAreaError } from '@workbench/workspace'

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
 * @throws {UnsafePathError} if the folder itself is a link.
 * @throws {WorkingAreaError} if a folder cannot be read.
 */
export const listWaveFiles = (root: string, folder: string): WaveFile[] =>
  list(folder).flatMap(({ path: inFolder, version: state, problem }) => {
    const file = join(folder, inFolder)
    const path = relative(root, file).split(sep).join('/')
    if (inFolder === '') throw new UnsafePathError(`${path} is a link or a file, not a folder; delete it`)
    const [wave = '', name] = inFolder.split('/')
    const isArtifact = problem !== undefined || name?.endsWith('.json') === true
    if (!isArtifact || wave.startsWith('.')) return []
    return [{ wave, agent: basename(name ?? wave, '.json'), file, path, state, problem }]
  })

function list(folder: string): ReturnType<typeof listJsonFiles> {
  try {
    return listJsonFiles(folder, 2)
  } catch (error) {
    const { path = folder } = error as NodeJS.ErrnoException
    throw new WorkingAreaError(`Cannot list ${path}: ${describeFsError(error, 'list')}`, { cause: error })
  }
}
