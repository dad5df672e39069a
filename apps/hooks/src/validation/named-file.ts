import {
  absolutePath,
  fileExists,
  isInMemoryFolders,
  isInWorkingArea,
  linkOutOfArea,
  resolvePath,
} from '../paths/resolve-path.ts'
import type { NamedPath } from '../task.ts'

/** A file that the arguments of a tool name. */
export interface NamedFile {
  /** As spelled in the event. */
  readonly path: string
  /** Absolute, without links. */
  readonly file: string
  /** Whether it is in a working area, as spelled or without links. */
  readonly isInArea: boolean
  readonly isInMemory: boolean
  /** That a link in its path leads out of its working area; undefined if none does. */
  readonly problem: string | undefined
  /** Whether the tool wrote it, as far as is known. */
  readonly isChanged: boolean
}

const LINK = 'a link, which can lead out of the working area; replace it by what it names'

/** The existing files of the paths in an event, each once. */
export function toNamedFiles(paths: readonly NamedPath[], cwd: string): NamedFile[] {
  const files = new Map<string, NamedFile>()
  for (const { path, isChanged } of paths) {
    const file = resolvePath(path, cwd)
    const link = linkOutOfArea(path, cwd)
    const key = `${link ?? ''}:${file}`
    if (files.has(key) || !fileExists(file)) continue
    const locations = [file, absolutePath(path, cwd)]
    files.set(key, {
      path,
      file,
      isInArea: locations.some(isInWorkingArea),
      isInMemory: locations.some(isInMemoryFolders),
      problem: link && `it could not be validated: ${link} is ${LINK}`,
      isChanged,
    })
  }
  return [...files.values()]
}
