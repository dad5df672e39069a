import { type Answer, silence, type Surroundings } from './answer.ts'
import { type AgentEvent, readEvent } from './event.ts'
import { mayBeArtifact, mayBeMemory } from './paths.ts'
import { refuseMemory } from './refuse.ts'
import { writtenPaths } from './written-paths.ts'

/**
 * Answers one event of an agent, as it came on standard input. Whatever takes time is loaded only once the event is
 * known to concern an artifact: most events are about other files.
 */
export async function hook(input: string, { env, cwd }: Surroundings): Promise<Answer> {
  const event = readEvent(input)
  if (!event)
    return { status: 1, message: 'workbench: the hook got no event that it understands on standard input' }
  const surroundings = { env, cwd: event.cwd ?? cwd }
  switch (event.kind) {
    case 'before':
      return before(event, surroundings)
    case 'after':
      return after(event, surroundings)
    case 'stop':
      return (await import('./verdicts.ts')).sweep(event, surroundings)
    case 'other':
      return silence
  }
}

function before(event: AgentEvent, surroundings: Surroundings): Answer {
  return refuseMemory(writtenPaths(event).filter(mayBeMemory), surroundings)
}

async function after(event: AgentEvent, surroundings: Surroundings): Promise<Answer> {
  const paths = event.isStaged ? [] : writtenPaths(event).filter(mayBeArtifact)
  return paths.length === 0 ? silence : (await import('./verdicts.ts')).judgeWritten(paths, surroundings)
}
