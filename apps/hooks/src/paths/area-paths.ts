import { sep } from 'node:path'

import { openArea, pathInArea } from '@workbench/workspace'

import { jsonPathsIn } from './json-paths.ts'
import { resolvePath } from './resolve-path.ts'

/** The path of a file in the working area of a project, with slashes; undefined for a file that is not in it. */
export function pathInAreaOf(root: string, file: string): string | undefined {
  const area = resolvePath(pathInArea(openArea(root)), root) + sep
  return file.startsWith(area) ? file.slice(area.length).replaceAll(sep, '/') : undefined
}

/** Each takes some system calls. What changed is also found without its name. */
const MAX_PATHS = 2000

/**
 * The files of the working area of a project whose paths stand in texts, by their paths in it. They need not exist.
 * @param folders the folders that paths can be relative to
 */
export function areaPathsIn(texts: readonly string[], folders: readonly string[], root: string): string[] {
  const paths = new Set(texts.flatMap((text) => [...jsonPathsIn(text)]))
  const found = [...paths]
    .slice(0, MAX_PATHS)
    .flatMap((path) => folders.flatMap((folder) => pathInAreaOf(root, resolvePath(path, folder)) ?? []))
  return [...new Set(found)]
}
