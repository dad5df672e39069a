import type { CorrectedFailure } from './correction.ts'
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
function isSorted(found: readonly CorrectedFailure[]): boolean {
  let previous: CorrectedFailure | undefined
  for (const each of found) {
    if (previous && compare(previous, each) >= 0) return false
    previous = each
  }
  return true
}

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
  return sorted.filter(({ failure }, index) => {
    for (let before = index - 1; before >= 0; before--) {
      const other = sorted[before]?.failure
      if (!other || compareLocations(other.location, failure.location) !== 0) return true
      if (other.schemaPath === failure.schemaPath && other.location.segment === failure.location.segment)
        return false
    }
    return true
  })
}
