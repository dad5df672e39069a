import type { FactV1 } from '@workbench/contracts'
import { type FactEntry, type FactState, factState, findContradictions } from '@workbench/workspace'

/** The facts of a memory by their state, the newest first, and the ids of current ones that contradict each other. */
export type Memory = ReturnType<typeof sortFacts>

/** Sorts the facts of a memory by their state. @param today as `2026-01-31` */
export function sortFacts(facts: readonly FactEntry[], today: string) {
  const states = facts.map((entry) => ({ entry, state: factState(entry, today) })).reverse()
  const inState = (name: FactState['name']): FactEntry[] =>
    states.filter(({ state }) => state.name === name).map(({ entry }) => entry)
  const current = states.flatMap(({ state }): FactV1[] => (state.name === 'current' ? [state.fact] : []))
  return {
    current,
    superseded: inState('superseded'),
    expired: inState('expired'),
    withdrawn: inState('withdrawn'),
    invalid: states.flatMap(({ entry: { path }, state }) =>
      state.name === 'invalid' || state.name === 'deleted' ? [{ path, reason: state.reason }] : [],
    ),
    contradictions: findContradictions(facts, today),
  }
}
