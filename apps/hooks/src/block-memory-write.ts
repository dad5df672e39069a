import { escapeText } from '@workbench/contracts'

import { absolutePath, isInMemory, resolvePath } from './paths/resolve-path.ts'
import { emptyResponse, type HookContext, type HookResponse, rejection } from './response.ts'

export const USE_MEMORY_WRITE =
  'write facts only with the tool memory_write, which numbers and validates them. Call memory_write with agent, type, ' +
  'scope, title, body, confidence and source; to correct a fact, write a new one whose supersedes is the id of the old one.'

/** Before a tool runs: blocks it if one of its paths is in the memory. */
export function blockMemoryWrite(paths: readonly string[], { cwd }: HookContext): HookResponse {
  const path = paths.find((candidate) =>
    [absolutePath, resolvePath].some((locate) => isInMemory(locate(candidate, cwd))),
  )
  return path === undefined
    ? emptyResponse
    : rejection(`${escapeText(path.slice(0, 1000))} was not written: ${USE_MEMORY_WRITE}`)
}
