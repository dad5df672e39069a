import { dirname } from 'node:path/posix'

export const MAX_FILES = 15

/**
 * The folders below a `src/` that hold more than MAX_FILES files themselves, as `folder: count`.
 * @param {readonly string[]} paths Files, relative to the repository, with `/`.
 */
export function largeFolders(paths) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const folder of paths.map((path) => dirname(path))) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => /(^|\/)src(\/|$)/.test(folder) && count > MAX_FILES)
    .map(([folder, count]) => ({ folder, count }))
}
