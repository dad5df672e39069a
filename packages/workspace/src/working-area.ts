import { lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { UnsafePathError, wrapSystemErrors } from './errors.ts'
import { isSegmentName } from './segment-name.ts'

/** Name of the working area's folder in the project's root. */
export const AREA_FOLDER = '.workbench'

/** Folder of the working area for files that are being written. */
export const TEMPORARY_FOLDER = 'tmp'

/** The working area of a project. */
export interface WorkingArea {
  /** Absolute path of the project's root. */
  readonly root: string
}

export const openArea = (root: string): WorkingArea => ({ root })

/** The absolute path of a file or folder in the working area. It may not exist, and it may be a link. */
export const absolutePath = ({ root }: WorkingArea, ...segments: readonly string[]): string =>
  join(root, AREA_FOLDER, ...segments)

/** The same path relative to the project's root, with slashes on every system: the spelling in messages and results. */
export const relativePath = (...segments: readonly string[]): string => [AREA_FOLDER, ...segments].join('/')

/**
 * Creates a folder in the working area, and its parents. Each of them must be a folder and not a link: a link could
 * point outside of the working area.
 * @returns the absolute path of the folder
 * @throws {UnsafePathError} if a segment is not a valid name, or if the path contains a link or a file.
 * @throws {WorkingAreaError} if the file system rejects the operation.
 */
export function makeFolder(area: WorkingArea, ...segments: readonly string[]): string {
  const invalid = segments.find((segment) => !isSegmentName(segment))
  if (invalid !== undefined)
    throw new UnsafePathError(
      `${JSON.stringify(invalid)} is not a valid name for a folder of the working area`,
    )
  for (let depth = 0; depth <= segments.length; depth++) {
    const path = absolutePath(area, ...segments.slice(0, depth))
    const name = relativePath(...segments.slice(0, depth))
    const isFolder = wrapSystemErrors('write', name, () => {
      makeIfMissing(path)
      return lstatSync(path).isDirectory()
    })
    if (!isFolder)
      throw new UnsafePathError(
        `${name} is a link or a file, not a folder; delete it, because a link could point outside of the working area`,
      )
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

/**
 * The sorted names in a folder of the working area; none if the folder does not exist.
 * @throws {WorkingAreaError} if the folder cannot be read.
 */
export function listFolder(area: WorkingArea, ...segments: readonly string[]): string[] {
  return wrapSystemErrors('list', relativePath(...segments), () => {
    try {
      return readdirSync(absolutePath(area, ...segments)).sort()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return []
      throw error
    }
  })
}
