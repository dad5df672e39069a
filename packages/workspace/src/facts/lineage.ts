import { compareIds } from './fact-file.ts'
import type { References } from './references.ts'

/*
 * A fact, what supersedes it, what supersedes that, and so on are one line, which has one current fact. If two branches correct
 * the same fact, a merge brings two: a contradiction. One more fact settles it: it supersedes one of them, and links to the
 * others, which writeFact() adds.
 */

interface Line extends References {
  readonly id: string
}

/**
 * The ids of the facts that supersede each fact: those that name it in `supersedes`; else later ones of its line that link to
 * it and supersede another one, which it does not correct itself.
 */
export function successorsOf(facts: readonly Line[]): ReadonlyMap<string, readonly string[]> {
  const successors = new Map<string, string[]>()
  const add = (id: string, successor: string) =>
    successors.set(id, [...(successors.get(id) ?? []), successor])
  const corrections = facts.filter(({ supersedes }) => supersedes !== undefined)
  for (const { id, supersedes = '' } of corrections) add(supersedes, id)
  const named = new Set(successors.keys())
  const { firstOf, chainOf } = linesOf(facts)
  for (const { id, supersedes = '', links = [] } of corrections)
    for (const link of new Set(links)) {
      const isOfLine = !named.has(link) && compareIds(link, id) < 0 && firstOf(link) === firstOf(id)
      if (isOfLine && !chainOf(link).has(supersedes)) add(link, id)
    }
  return successors
}

/** Answers about the lines of facts. */
export function linesOf(facts: readonly Line[]) {
  const previous = new Map(facts.map(({ id, supersedes }) => [id, supersedes]))
  /** A fact, what it supersedes, and so on. */
  const chainOf = (id: string): ReadonlySet<string> => {
    const chain = new Set([id])
    // The iteration of a set includes elements that are added during it, but none twice.
    for (const each of chain) chain.add(previous.get(each) ?? each)
    return chain
  }
  /** The first fact of the line of a fact. In a cycle, it is one of them. */
  const firstOf = (id: string): string => [...chainOf(id)].at(-1) ?? id
  return { firstOf, chainOf }
}
