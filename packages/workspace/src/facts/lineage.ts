import { factState } from './fact-state.ts'
import type { FactEntry } from './read-memory.ts'
import type { References } from './references.ts'

interface Correction extends References {
  readonly id: string
}

/*
 * A fact, what supersedes it, what supersedes that, and so on are one lineage, which has one current fact. If two branches
 * correct the same fact, a merge brings two: a contradiction. One more fact settles it: it supersedes one of them, and links
 * to the others, which writeFact() adds.
 */

/**
 * The ids of the facts that supersede each fact: those that name it in `supersedes`, and those that link to it and supersede
 * another one of its lineage.
 */
export function successorsOf(facts: readonly Correction[]): ReadonlyMap<string, readonly string[]> {
  const chainOf = chains(facts)
  const successors = new Map<string, string[]>()
  for (const { id, supersedes, links = [] } of facts) {
    if (supersedes === undefined) continue
    const own = links.length > 0 ? chainOf(id) : []
    const settled = links.filter((link) => {
      const chain = chainOf(link)
      return chain.at(-1) === own.at(-1) && !own.includes(link) && !chain.includes(id)
    })
    for (const each of new Set([supersedes, ...settled]))
      successors.set(each, [...(successors.get(each) ?? []), id])
  }
  return successors
}

/**
 * The current facts of each lineage that has more than one, by their ids.
 * @param today as `2026-01-31`
 */
export function findContradictions(memory: readonly FactEntry[], today: string): (readonly string[])[] {
  const chainOf = chains(memory)
  const lineages = new Map<string | undefined, string[]>()
  for (const entry of memory) {
    if (factState(entry, today).name !== 'current') continue
    const first = chainOf(entry.id).at(-1)
    lineages.set(first, [...(lineages.get(first) ?? []), entry.id])
  }
  return [...lineages.values()].filter(({ length }) => length > 1)
}

/** Returns a function for the ids of a fact, of what it supersedes, and so on to the first fact. A cycle ends. */
function chains(facts: readonly Correction[]): (id: string) => string[] {
  const previous = new Map(facts.map(({ id, supersedes }) => [id, supersedes]))
  return (id) => {
    const chain = new Set([id])
    for (let next = previous.get(id); next !== undefined && !chain.has(next); next = previous.get(next))
      chain.add(next)
    return [...chain]
  }
}
