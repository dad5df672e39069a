import type { FactV1 } from '@workbench/contracts'

import { isIsoDate } from './expiry.ts'
import { compareIds } from './fact-file.ts'
import { factState } from './fact-state.ts'
import { findContradictions } from './contradictions.ts'
import type { FactEntry } from './read-memory.ts'

/** What a fact must match; every member that is present. */
export interface FactQuery {
  readonly id?: string
  readonly type?: string
  readonly tag?: string
  /** Words that all occur in the title or in the body, in any case. */
  readonly text?: string
  /** The number of facts to return. Default: all. */
  readonly limit?: number
}

export interface FoundFacts {
  readonly facts: readonly FactV1[]
  /** How many more facts match. */
  readonly more: number
  /** How many files of the whole memory are not valid facts. */
  readonly invalid: number
  /** Ids of current facts of the whole memory that contradict each other. */
  readonly contradictions: readonly (readonly string[])[]
  /** Ids of the facts whose files were deleted. */
  readonly deleted: readonly string[]
}

/**
 * Finds current facts: valid, not superseded and not expired. Those that most current facts link to come first; then the
 * newest by `created`, then the one with the highest number.
 * @param today as `2026-01-31`
 */
export function findFacts(memory: readonly FactEntry[], today: string, query: FactQuery = {}): FoundFacts {
  const states = memory.map((entry) => factState(entry, today))
  const current = states.flatMap((state) => (state.name === 'current' ? [state.fact] : []))
  const { limit = Infinity } = query
  const found = sortByRank(current).filter((fact) => matches(fact, query))
  return {
    facts: found.slice(0, limit),
    more: Math.max(0, found.length - limit),
    invalid: states.filter(({ name }) => name === 'invalid').length,
    contradictions: findContradictions(memory, today),
    deleted: memory.flatMap(({ id, isDeleted }) => (isDeleted ? [id] : [])),
  }
}

function sortByRank(facts: readonly FactV1[]): FactV1[] {
  const counts = new Map<string, number>()
  for (const { id, links = [] } of facts)
    for (const link of new Set(links)) if (link !== id) counts.set(link, (counts.get(link) ?? 0) + 1)
  return facts
    .map((fact) => ({
      fact,
      links: counts.get(fact.id) ?? 0,
      created: isIsoDate(fact.created) ? fact.created : '',
    }))
    .sort((a, b) => b.links - a.links || compare(b.created, a.created) || compareIds(b.fact.id, a.fact.id))
    .map(({ fact }) => fact)
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

function matches(fact: FactV1, { id, type, tag, text = '' }: FactQuery): boolean {
  if (id !== undefined && fact.id !== id) return false
  if (type !== undefined && fact.type !== type) return false
  if (tag !== undefined && !(fact.tags ?? []).includes(tag)) return false
  return containsAll(`${fact.title}\n${fact.body}`, text)
}

/** Whether a text contains all words, in any case. */
export function containsAll(text: string, words: string): boolean {
  const searched = text.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}
