import { isArray, isObject } from '../json.ts'
import type { Place } from './place.ts'
import type { Fault } from './report.ts'

/** Puts faults in the order in which their places stand in the artifact; a missing member stands at its object's start. */
export function inDocumentOrder(faults: readonly Fault[]): Fault[] {
  const indexes = new Map<object, Map<string, number>>()
  return faults
    .map((fault) => ({ fault, ranks: ranksOf(fault.place, indexes) }))
    .sort((a, b) => compareRanks(a.ranks, b.ranks) || Number(isOfName(b.fault)) - Number(isOfName(a.fault)))
    .map(({ fault }) => fault)
}

/** A member's name stands before its value. */
const isOfName = ({ anchor }: Fault): boolean => anchor === 'name'

function ranksOf(place: Place, indexes: Map<object, Map<string, number>>): number[] {
  const ranks: number[] = []
  for (let at: Place = place; at.parent; at = at.parent)
    ranks.push(rankIn(at.parent.value, at.segment, indexes))
  return ranks.reverse()
}

function rankIn(container: unknown, segment: unknown, indexes: Map<object, Map<string, number>>): number {
  if (isArray(container)) return segment as number
  if (!isObject(container)) return -1
  let index = indexes.get(container)
  if (!index)
    indexes.set(container, (index = new Map(Object.keys(container).map((name, rank) => [name, rank]))))
  return index.get(segment as string) ?? -1
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let level = 0; level < a.length && level < b.length; level++) {
    const difference = (a[level] ?? 0) - (b[level] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
