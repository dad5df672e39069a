import { type HookResponse, emptyResponse, type HookContext } from './response.ts'
import { type AgentEvent, parseEvent } from './event/parse-event.ts'
import { mayBeArtifact, mayBeMemory } from './paths/candidate-paths.ts'
import { blockMemoryWrite } from './block-memory-write.ts'
import type * as Validation from './validation/validation-bundle.ts'
import { writtenPaths } from './event/written-paths.ts'

/**
 * Answers one event of an agent, as it came on standard input. What judges is loaded only once the event is known to
 * concern an artifact: most events are about other files.
 */
export function runHook(
  input: string,
  { env, cwd }: HookContext,
  load: () => typeof Validation,
): HookResponse {
  const event = parseEvent(input)
  if (!event)
    return { status: 1, message: 'workbench: the hook got no event that it understands on standard input' }
  const context = { env, cwd: event.cwd ?? cwd }
  switch (event.kind) {
    case 'before':
      return before(event, context)
    case 'after':
      return after(event, context, load)
    case 'stop':
      return load().validateOnStop(event, context)
    case 'other':
      return emptyResponse
  }
}

function before(event: AgentEvent, context: HookContext): HookResponse {
  return blockMemoryWrite(writtenPaths(event).filter(mayBeMemory), context)
}

function after(event: AgentEvent, context: HookContext, load: () => typeof Validation): HookResponse {
  const paths = event.isStaged ? [] : writtenPaths(event).filter(mayBeArtifact)
  return paths.length === 0 ? emptyResponse : load().validateWritten(paths, context)
}
