import { escapeText } from '@workbench/contracts'

import { fromFileUrl } from './paths/json-paths.ts'
import { absolutePath, isInMemoryFolders, resolvePath } from './paths/resolve-path.ts'
import { emptyResponse, type HookResponse, rejection } from './response.ts'

export const USE_MEMORY_WRITE =
  'write facts only with the tool memory_write, which numbers and validates them. Call memory_write with agent, type, ' +
  'scope, title, body, confidence and source; to correct a fact, write a new one whose supersedes is the id of the old one.'

/** A cheap filter: only a path that passes is resolved on disk. A folder can be deleted or renamed. */
const mayBeMemory = (path: string): boolean => /\.json$|memory|records|\.workbench/i.test(path)

/**
 * Before a tool runs: blocks it if one of its paths is in the memory.
 * @param folders the folders that paths can be relative to
 * @param deadline in milliseconds since 1970
 * @throws {Error} if the deadline is over before all are looked up.
 */
export function blockMemoryWrite(
  paths: readonly string[],
  folders: readonly string[],
  deadline: number,
): HookResponse {
  const isInMemory = (path: string): boolean => {
    if (Date.now() >= deadline) throw new Error('there was no time left to look up its paths')
    return folders.some((folder) =>
      [absolutePath, resolvePath].some((locate) => isInMemoryFolders(locate(path, folder))),
    )
  }
  const path = paths.map(fromFileUrl).find((candidate) => mayBeMemory(candidate) && isInMemory(candidate))
  return path === undefined
    ? emptyResponse
    : rejection(`${escapeText(path.slice(0, 1000))} was not written: ${USE_MEMORY_WRITE}`)
}
