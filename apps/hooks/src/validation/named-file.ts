import {
  absolutePath,
  fileExists,
  isInMemoryFolders,
  isInWorkingArea,
  linkedAreaFolder,
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
  /** The folder of its working area that is a link; undefined if there is none. */
  readonly linkedFolder: string | undefined
  /** Whether the tool wrote it, as far as is known. */
  readonly isChanged: boolean
}

/** The existing files of the paths in an event, each once. */
export function toNamedFiles(paths: readonly NamedPath[], cwd: string): NamedFile[] {
  const files = new Map<string, NamedFile>()
  for (const { path, isChanged } of paths) {
    const file = resolvePath(path, cwd)
    if (files.has(file) || !fileExists(file)) continue
    const locations = [file, absolutePath(path, cwd)]
    files.set(file, {
      path,
      file,
      isInArea: locations.some(isInWorkingArea),
      isInMemory: locations.some(isInMemoryFolders),
      linkedFolder: linkedAreaFolder(path, cwd),
      isChanged,
    })
  }
  return [...files.values()]
}
