import { isInMemory, resolvePath } from './paths/resolve-path.ts'
import { type HookResponse, emptyResponse, type HookContext } from './response.ts'

export const USE_MEMORY_WRITE =
  'facts are written with the tool memory_write and nothing else: it numbers and checks them. Call memory_write with ' +
  'agent, type, scope, title, body, confidence and source; to correct a fact, write a new one whose supersedes names it.'

/** Refuses a write into the memory before it happens. */
export function blockMemoryWrite(paths: readonly string[], { cwd }: HookContext): HookResponse {
  const path = paths.find((candidate) => isInMemory(resolvePath(candidate, cwd)))
  return path === undefined
    ? emptyResponse
    : { status: 2, message: `workbench: ${path} was not written: ${USE_MEMORY_WRITE}` }
}
