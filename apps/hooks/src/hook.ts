import { type Answer, silence, type Surroundings } from './answer.ts'
import { type AgentEvent, readEvent } from './event.ts'
import { mayBeArtifact, mayBeMemory } from './paths.ts'
import { refuseMemory } from './refuse.ts'
import type * as Verdicts from './verdicts.ts'
import { writtenPaths } from './written-paths.ts'

/**
 * Answers one event of an agent, as it came on standard input. What judges is loaded only once the event is known to
 * concern an artifact: most events are about other files.
 */
export function hook(input: string, { env, cwd }: Surroundings, load: () => typeof Verdicts): Answer {
  const event = readEvent(input)
  if (!event)
    return { status: 1, message: 'workbench: the hook got no event that it understands on standard input' }
  const surroundings = { env, cwd: event.cwd ?? cwd }
  switch (event.kind) {
    case 'before':
      return before(event, surroundings)
    case 'after':
      return after(event, surroundings, load)
    case 'stop':
      return load().sweep(event, surroundings)
    case 'other':
      return silence
  }
}

function before(event: AgentEvent, surroundings: Surroundings): Answer {
  return refuseMemory(writtenPaths(event).filter(mayBeMemory), surroundings)
}

function after(event: AgentEvent, surroundings: Surroundings, load: () => typeof Verdicts): Answer {
  const paths = event.isStaged ? [] : writtenPaths(event).filter(mayBeArtifact)
  return paths.length === 0 ? silence : load().judgeWritten(paths, surroundings)
}
