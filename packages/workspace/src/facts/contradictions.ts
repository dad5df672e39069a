import { factState } from './fact-state.ts'
import { linesOf } from './lineage.ts'
import type { FactEntry } from './read-memory.ts'

/**
 * The current facts of each line that has more than one, by their ids.
 * @param today as `2026-01-31`
 */
export function findContradictions(memory: readonly FactEntry[], today: string): (readonly string[])[] {
  const { firstOf } = linesOf(memory)
  const lines = new Map<string, string[]>()
  for (const entry of memory)
    if (factState(entry, today).name === 'current') {
      const first = firstOf(entry.id)
      lines.set(first, [...(lines.get(first) ?? []), entry.id])
    }
  return [...lines.values()].filter(({ length }) => length > 1)
}
