import type { CorrectedFailure } from './correction.ts'
import { keyOf } from './failure-collector.ts'
import type { Location } from './location.ts'

/**
 * Sorts by location in the artifact, and removes failures that two references to the same schema report for the same value. A
 * missing member comes first in its object.
 */
export const sortByDocumentOrder = (found: readonly CorrectedFailure[]): readonly CorrectedFailure[] =>
  isSorted(found) ? found : removeDuplicates(found.toSorted(compare))

/**
 * Whether each failure is after the previous one. True for most artifacts: failures are collected in document order, except by
 * `$ref`, `if` and `required`.
 */
const isSorted = (found: readonly CorrectedFailure[]): boolean =>
  found.every((each, index) => {
    const previous = found[index - 1]
    return !previous || compare(previous, each) < 0
  })

const compare = ({ failure: a }: CorrectedFailure, { failure: b }: CorrectedFailure): number =>
  compareLocations(a.location, b.location) || Number(b.anchor === 'name') - Number(a.anchor === 'name')

/** Returns 0 for equal locations, and for members that are both missing from the same object. */
function compareLocations(a: Location, b: Location): number {
  let difference = a.depth - b.depth
  let [x, y] = [a, b]
  while (x.depth > b.depth && x.parent) x = x.parent
  while (y.depth > a.depth && y.parent) y = y.parent
  for (; x.parent && y.parent; x = x.parent, y = y.parent) {
    if (x.siblingIndex !== y.siblingIndex) difference = x.siblingIndex - y.siblingIndex
  }
  return difference
}

function removeDuplicates(sorted: readonly CorrectedFailure[]): readonly CorrectedFailure[] {
  const byKey = new Map<string, CorrectedFailure>()
  for (const found of sorted) if (!byKey.has(keyOf(found.failure))) byKey.set(keyOf(found.failure), found)
  return [...byKey.values()]
}
