import { sep } from 'node:path'

import { openArea, pathInArea } from '@workbench/workspace'

import { jsonPathsIn } from './json-paths.ts'
import { absolutePath, fileExists, resolvePath } from './resolve-path.ts'

/** The `.json` files whose paths stand in the arguments of a tool. */
interface NamedPaths {
  /** Those in the working area of the project, by their paths in it. They need not exist. */
  readonly inArea: readonly string[]
  /** Those that exist: as spelled if that is relative to the first folder, else as absolute paths. */
  readonly existing: readonly string[]
}

/** Each takes some system calls. What changed in the working area is also found without its name. */
const MAX_AREA_PATHS = 2000

/**
 * Looks up the paths in texts.
 * @param folders the folders that paths can be relative to
 * @param deadline in milliseconds since 1970
 * @throws {Error} if the deadline is over before all are looked up.
 */
export function namedPaths(
  texts: readonly string[],
  folders: readonly string[],
  root: string,
  deadline: number,
): NamedPaths {
  const paths = new Set(texts.flatMap((text) => [...jsonPathsIn(text)]))
  const inArea = [...paths]
    .slice(0, MAX_AREA_PATHS)
    .flatMap((path) => folders.flatMap((folder) => pathInAreaOf(root, resolvePath(path, folder)) ?? []))
  const existing = [...paths].flatMap((path) => {
    if (Date.now() >= deadline) throw new Error('there was no time left to look up its paths')
    const files = folders.map((folder) => absolutePath(path, folder))
    const file = files.find(fileExists)
    return file === undefined ? [] : [file === files[0] ? path : file]
  })
  return { inArea: [...new Set(inArea)], existing }
}

/** The path of a file in the working area of a project, with slashes; undefined for a file that is not in it. */
export function pathInAreaOf(root: string, file: string): string | undefined {
  const area = resolvePath(pathInArea(openArea(root)), root) + sep
  return file.startsWith(area) ? file.slice(area.length).replaceAll(sep, '/') : undefined
}
