import { type FactV1 } from '@workbench/contracts'
import { type FactEntry, factState, findContradictions } from '@workbench/workspace'
import { group } from 'd3-array'

/** The most facts of one group that the page of the memory shows: the newest. */
export const MAX_FACTS = 200

/** The facts of a memory by their state. */
export interface Memory {
  readonly byId: ReadonlyMap<string, FactEntry>
  /** Newest first. */
  readonly current: readonly FactV1[]
  readonly expired: readonly FactEntry[]
  readonly invalid: readonly { readonly entry: FactEntry; readonly reason: string }[]
  /** How many facts were replaced, and how many withdrawn. */
  readonly superseded: number
  readonly withdrawn: number
  /** The current facts that contradict each other. */
  readonly contradictions: readonly (readonly FactV1[])[]
}

export function sortFacts(facts: readonly FactEntry[], today: string): Memory {
  const states = facts.map((entry) => ({ entry, state: factState(entry, today) }))
  const current = states.flatMap(({ state }) => (state.name === 'current' ? [state.fact] : [])).reverse()
  const byId = new Map(facts.map((entry) => [entry.id, entry]))
  return {
    byId,
    current,
    contradictions: findContradictions(facts, today).map((ids) =>
      ids.flatMap((id) => byId.get(id)?.fact ?? []),
    ),
    expired: states.filter(({ state }) => state.name === 'expired').map(({ entry }) => entry),
    invalid: states.flatMap(({ entry, state }) =>
      state.name === 'invalid' || state.name === 'deleted' ? [{ entry, reason: state.reason }] : [],
    ),
    superseded: states.filter(({ state }) => state.name === 'superseded').length,
    withdrawn: states.filter(({ state }) => state.name === 'withdrawn').length,
  }
}

/** The ids of the facts that the page of the memory shows. */
export const shownFacts = (facts: readonly FactEntry[], today: string): ReadonlySet<string> =>
  shownIds(sortFacts(facts, today))

export function shownIds({ byId, current, expired }: Memory): ReadonlySet<string> {
  const shown = [...group(current, ({ type }) => type).values()].flatMap((facts) => facts.slice(0, MAX_FACTS))
  const ids = [...shown, ...expired.slice(-MAX_FACTS)].map(({ id }) => id)
  return new Set([...ids, ...shown.flatMap((fact) => chainOf(fact, byId))])
}

/** The facts that a fact replaced, the last one first. A chain with a cycle ends. */
export function chainOf({ id, supersedes }: FactV1, byId: Memory['byId']): string[] {
  const chain = new Set<string>()
  for (let next = supersedes; typeof next === 'string' && next !== id && !chain.has(next);) {
    chain.add(next)
    next = byId.get(next)?.fact?.supersedes
  }
  return [...chain]
}
