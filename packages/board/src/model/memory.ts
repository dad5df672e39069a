import type { FactV1 } from '@workbench/contracts'
import { type FactEntry, factState, findContradictions } from '@workbench/workspace'

/** The facts of a memory by their state, the newest first. */
export interface Memory {
  readonly current: readonly FactV1[]
  readonly superseded: readonly FactEntry[]
  readonly expired: readonly FactEntry[]
  readonly invalid: readonly { readonly entry: FactEntry; readonly reason: string }[]
  /** How many facts were withdrawn. */
  readonly withdrawn: number
  /** The current facts that contradict each other. */
  readonly contradictions: readonly (readonly FactV1[])[]
}

export function sortFacts(facts: readonly FactEntry[], today: string): Memory {
  const states = facts.map((entry) => ({ entry, state: factState(entry, today) })).reverse()
  const named = (name: string) => states.filter(({ state }) => state.name === name).map(({ entry }) => entry)
  const current = states.flatMap(({ state }) => (state.name === 'current' ? [state.fact] : []))
  return {
    current,
    superseded: named('superseded'),
    expired: named('expired'),
    invalid: states.flatMap(({ entry, state }) =>
      state.name === 'invalid' || state.name === 'deleted' ? [{ entry, reason: state.reason }] : [],
    ),
    withdrawn: named('withdrawn').length,
    contradictions: findContradictions(facts, today).map((ids) =>
      ids.flatMap((id) => current.find((fact) => fact.id === id) ?? []),
    ),
  }
}
