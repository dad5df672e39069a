import { join } from 'node:path'

/** Name of the working area's folder in the project's root. */
export const AREA_FOLDER = '.workbench'

/** Folder of the working area with a folder for each wave. */
export const BLACKBOARD_FOLDER = 'blackboard'

/** Folder of the working area for files that are being written. */
export const TEMPORARY_FOLDER = 'tmp'

/** Folder of the working area with the digests of the facts that were written on this machine. */
export const RECORDS_FOLDER = 'records'

/** The working area of a project. */
export interface WorkingArea {
  /** Absolute path of the project's root. */
  readonly root: string
}

export const openArea = (root: string): WorkingArea => ({ root })

/** The absolute path of a file or folder in the working area. It may not exist, and it may be a link. */
export const pathInArea = ({ root }: WorkingArea, ...segments: readonly string[]): string =>
  join(root, AREA_FOLDER, ...segments)

/** The same path relative to the project's root, with slashes on every system: the spelling in messages and results. */
export const areaPath = (...segments: readonly string[]): string =>
  [AREA_FOLDER, ...segments].filter((segment) => segment !== '').join('/')
