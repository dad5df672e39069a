import { lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { orFault, UnsafePath } from './errors.ts'
import { isName } from './names.ts'

/** The folder in a project's root in which its agents work. */
export const AREA = '.workbench'

/** The folder in it for files that are being written. */
export const TEMPORARY = 'tmp'

/** The working area of a project. */
export interface WorkingArea {
  /** The project's root, absolute. */
  readonly root: string
}

export const openArea = (root: string): WorkingArea => ({ root })

/** Where a part of the working area is. Nothing says that it is there, or safe to write to. */
export const pathIn = ({ root }: WorkingArea, ...segments: readonly string[]): string =>
  join(root, AREA, ...segments)

/** A path as agents name it: from the project's root, with slashes. */
export const shortPath = (...segments: readonly string[]): string => [AREA, ...segments].join('/')

/**
 * Makes a folder in the working area, with the folders above it, and makes sure that every one of them is a folder and
 * no link: a link could lead anywhere.
 * @throws {UnsafePath} where one is not.
 * @throws {AreaFault} where the file system refuses to make one.
 */
export function makeFolder(area: WorkingArea, ...segments: readonly string[]): string {
  const outlaw = segments.find((segment) => !isName(segment))
  if (outlaw !== undefined)
    throw new UnsafePath(`${JSON.stringify(outlaw)} cannot be the name of a folder here`)
  for (let depth = 0; depth <= segments.length; depth++) {
    const path = pathIn(area, ...segments.slice(0, depth))
    const name = shortPath(...segments.slice(0, depth))
    const isFolder = orFault('write', name, () => {
      makeIfMissing(path)
      return lstatSync(path).isDirectory()
    })
    if (!isFolder) {
      throw new UnsafePath(
        `${name} is a link or a file, not a folder; take it away, so that nothing is written elsewhere`,
      )
    }
  }
  return pathIn(area, ...segments)
}

function makeIfMissing(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The names in a folder of the working area, sorted; none where there is no such folder. Throws an {@link AreaFault} where it cannot be read. */
export function listFolder(area: WorkingArea, ...segments: readonly string[]): string[] {
  return orFault('list', shortPath(...segments), () => {
    try {
      return readdirSync(pathIn(area, ...segments)).sort()
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
      throw error
    }
  })
}
