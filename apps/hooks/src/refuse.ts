import { isInMemory, locateFile } from './files.ts'
import { type Answer, silence, type Surroundings } from './answer.ts'

export const USE_MEMORY_WRITE =
  'facts are written with the tool memory_write and nothing else: it numbers and checks them. Call memory_write with ' +
  'agent, type, scope, title, body, confidence and source; to correct a fact, write a new one whose supersedes names it.'

/** Refuses a write into the memory before it happens. */
export function refuseMemory(paths: readonly string[], { cwd }: Surroundings): Answer {
  const path = paths.find((candidate) => isInMemory(locateFile(candidate, cwd)))
  return path === undefined
    ? silence
    : { status: 2, message: `workbench: ${path} was not written: ${USE_MEMORY_WRITE}` }
}
