import {
  absolutePath,
  fileExists,
  isInMemoryFolders,
  isInWorkingArea,
  linkOutOfArea,
  resolvePath,
  statOf,
} from '../paths/resolve-path.ts'

/** A file that the arguments of a tool name. */
export interface NamedFile {
  /** As spelled in the event. */
  readonly path: string
  /** Absolute, without links. */
  readonly file: string
  /** Whether it is in a working area, as spelled or without links. */
  readonly isInArea: boolean
  readonly isInMemory: boolean
  /** The link through which it leaves its working area; undefined if there is none. */
  readonly link: string | undefined
  /** Whether it changed while the tool ran: its content, its name or its place. */
  readonly isChanged: boolean
}

/**
 * The existing files of the paths in an event, each once.
 * @param since when the tool began, or earlier; in milliseconds since 1970
 */
export function toNamedFiles(paths: readonly string[], cwd: string, since: number): NamedFile[] {
  const files = new Map<string, NamedFile>()
  for (const path of paths) {
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
      link,
      // Unlike the mtime, no program can set the ctime.
      isChanged: (statOf(file)?.ctimeMs ?? Infinity) >= since,
    })
  }
  return [...files.values()]
}
