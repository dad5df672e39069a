import { DeadlineError } from '@workbench/workspace'

import { absolutePath, fileExists } from './resolve-path.ts'
import { jsonPathsIn } from './json-paths.ts'

/**
 * The existing `.json` files whose paths stand in texts; those that are relative to the first folder as they are spelled,
 * and the others as absolute paths.
 * @param folders the folders that paths can be relative to
 * @param deadline in milliseconds since 1970
 * @throws {DeadlineError} if the deadline is over before all are looked up.
 */
export function namedFiles(
  texts: Iterable<string>,
  folders: readonly [string, ...(readonly string[])],
  deadline: number,
): string[] {
  const [first, ...others] = folders
  const seen = new Set<string>()
  const found: string[] = []
  for (const text of texts)
    for (const path of jsonPathsIn(text)) {
      if (seen.has(path)) continue
      if (Date.now() >= deadline) throw new DeadlineError('there was no time left to look up its paths')
      seen.add(path)
      if (fileExists(absolutePath(path, first))) found.push(path)
      else {
        const file = others.map((folder) => absolutePath(path, folder)).find(fileExists)
        if (file !== undefined) found.push(file)
      }
    }
  return found
}
