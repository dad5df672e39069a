import { existsSync, rmdirSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'

import { UnsafePathError } from '../errors.ts'
import { isWithin, resolveLinks } from './confined-file.ts'
import { makeIfMissing, type OpenFolder, openFolder } from './open-folder.ts'

const IN_GIT_FOLDER = /[\\/]\.git(?:[\\/]|$)/i

/**
 * The path without links of the file that a write to a path concerns. A link may lead to a file of the project, except in
 * `.git`. Of a path outside, the folders may be links, and the file one to a file in its folder. Nothing else is followed: a
 * checkout must not choose what is written. A hard link is not detected; an atomic write replaces only this name of the file.
 * @param project path of the root without links
 * @param isDeleted whether a link at the end of the path is itself the file
 * @throws {UnsafePathError}
 */
export function targetOf(project: string, path: string, isDeleted: boolean): string {
  const entry = join(resolveLinks(dirname(path)), basename(path))
  const target = isDeleted ? entry : resolveLinks(entry)
  const isOutside = isWithin(dirname(entry), target) && !leadsThrough(project, dirname(path))
  const isInGit = IN_GIT_FOLDER.test(target) && !IN_GIT_FOLDER.test(path)
  if (!isInGit && (isOutside || isWithin(project, target))) return target
  throw new UnsafePathError('a link in its path leads out of the project; specify the target of the link')
}

/** Whether a path enters the project, wherever it leads in the end. */
const leadsThrough = (project: string, path: string): boolean =>
  isWithin(project, resolveLinks(path)) || (path !== dirname(path) && leadsThrough(project, dirname(path)))

/**
 * Opens the folder of a target without following links, and creates it if it is missing.
 * @param onCreated gets a function that deletes a folder that was created
 * @throws {UnsafePathError} if a segment of the path is a file, or is a link by now.
 */
export function openTarget(
  project: string,
  path: string,
  onCreated: (remove: () => void) => void,
): OpenFolder {
  const base = isWithin(project, path) ? project : nearestExisting(path)
  const segments = relative(base, path).split(sep).filter(Boolean)
  return openFolder(base, segments, (folder, names) => {
    if (makeIfMissing(folder)) onCreated(() => removeFolder(base, names))
  })
}

function removeFolder(base: string, segments: readonly string[]): void {
  const parent = openFolder(base, segments.slice(0, -1))
  try {
    rmdirSync(join(parent.path, basename(segments.join('/'))))
  } finally {
    parent.close()
  }
}

const nearestExisting = (path: string): string =>
  existsSync(path) || path === dirname(path) ? path : nearestExisting(dirname(path))
