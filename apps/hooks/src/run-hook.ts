import { blockMemoryWrite } from './block-memory-write.ts'
import { type AgentEvent, parseEvent } from './event/parse-event.ts'
import { writtenPaths } from './event/written-paths.ts'
import { mayBeArtifact, mayBeMemory } from './paths/candidate-paths.ts'
import { emptyResponse, type HookContext, type HookResponse } from './response.ts'
import type * as Validation from './validation/validation-bundle.ts'

/**
 * Handles one event of an agent.
 * @param input text of the event, from standard input
 * @param load loads the validator; called only for events that concern an artifact, which most do not
 */
export function runHook(
  input: string,
  { env, cwd }: HookContext,
  load: () => typeof Validation,
): HookResponse {
  const event = parseEvent(input)
  if (!event)
    return { status: 1, message: 'workbench: the hook received no event that it knows on standard input' }
  const context = { env, cwd: event.cwd ?? cwd }
  switch (event.kind) {
    case 'before':
      return blockMemoryWrite(writtenPaths(event).filter(mayBeMemory), context)
    case 'after':
      return afterTool(event, context, load)
    case 'stop':
      return load().validateOnStop(event, context)
    case 'other':
      return emptyResponse
  }
}

function afterTool(event: AgentEvent, context: HookContext, load: () => typeof Validation): HookResponse {
  const paths = event.isStaged ? [] : writtenPaths(event).filter(mayBeArtifact)
  return paths.length === 0 ? emptyResponse : load().validateWritten(paths, context)
}
