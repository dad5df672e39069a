import type { Place } from './place.ts'
import type { Fault } from './report.ts'

/** Puts faults in the order in which their places stand in the artifact; a missing member stands at its object's start. */
export function inDocumentOrder(faults: readonly Fault[]): Fault[] {
  return faults
    .map((fault) => ({ fault, ranks: ranksOf(fault.place) }))
    .sort((a, b) => compareRanks(a.ranks, b.ranks) || Number(isOfName(b.fault)) - Number(isOfName(a.fault)))
    .map(({ fault }) => fault)
}

/** A member's name stands before its value. */
const isOfName = ({ anchor }: Fault): boolean => anchor === 'name'

function ranksOf(place: Place): number[] {
  const ranks: number[] = []
  for (let at = place; at.parent; at = at.parent) ranks.push(at.rank)
  return ranks.reverse()
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let level = 0; level < a.length && level < b.length; level++) {
    const difference = (a[level] ?? 0) - (b[level] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
