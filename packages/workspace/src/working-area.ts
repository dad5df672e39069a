import { lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { wrapSystemErrors, UnsafePathError } from './errors.ts'
import { isSegmentName } from './segment-name.ts'

/** The folder in a project's root in which its agents work. */
export const AREA_FOLDER = '.workbench'

/** The folder in it for files that are being written. */
export const TEMPORARY_FOLDER = 'tmp'

/** The working area of a project. */
export interface WorkingArea {
  /** The project's root, absolute. */
  readonly root: string
}

export const openArea = (root: string): WorkingArea => ({ root })

/** Where a part of the working area is. Nothing says that it is there, or safe to write to. */
export const absolutePath = ({ root }: WorkingArea, ...segments: readonly string[]): string =>
  join(root, AREA_FOLDER, ...segments)

/** A path as agents name it: from the project's root, with slashes. */
export const relativePath = (...segments: readonly string[]): string => [AREA_FOLDER, ...segments].join('/')

/**
 * Makes a folder in the working area, with the folders above it, and makes sure that every one of them is a folder and
 * no link: a link could lead anywhere.
 * @throws {UnsafePathError} where one is not.
 * @throws {WorkingAreaError} where the file system refuses to make one.
 */
export function makeFolder(area: WorkingArea, ...segments: readonly string[]): string {
  const invalid = segments.find((segment) => !isSegmentName(segment))
  if (invalid !== undefined)
    throw new UnsafePathError(`${JSON.stringify(invalid)} cannot be the name of a folder here`)
  for (let depth = 0; depth <= segments.length; depth++) {
    const path = absolutePath(area, ...segments.slice(0, depth))
    const name = relativePath(...segments.slice(0, depth))
    const isFolder = wrapSystemErrors('write', name, () => {
      makeIfMissing(path)
      return lstatSync(path).isDirectory()
    })
    if (!isFolder) {
      throw new UnsafePathError(
        `${name} is a link or a file, not a folder; take it away, so that nothing is written elsewhere`,
      )
    }
  }
  return absolutePath(area, ...segments)
}

function makeIfMissing(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The names in a folder of the working area, sorted; none where there is no such folder. Throws an {@link WorkingAreaError} where it cannot be read. */
export function listFolder(area: WorkingArea, ...segments: readonly string[]): string[] {
  return wrapSystemErrors('list', relativePath(...segments), () => {
    try {
      return readdirSync(absolutePath(area, ...segments)).sort()
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
      throw error
    }
  })
}
