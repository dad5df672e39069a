import type { CorrectedFact } from '../corrections/correction.ts'
import type { Location } from './location.ts'

/**
 * Sorts by location in the artifact, and removes facts that two references to the same schema report for the same value. A
 * missing member comes first in its object.
 */
export const sortByDocumentOrder = (found: readonly CorrectedFact[]): readonly CorrectedFact[] =>
  isSorted(found) ? found : removeDuplicates(found.toSorted(compare))

/**
 * Whether each fact is after the previous one. True for most artifacts: facts are collected in document order, except by
 * `$ref`, `if` and `required`.
 */
function isSorted(found: readonly CorrectedFact[]): boolean {
  let previous: CorrectedFact | undefined
  for (const each of found) {
    if (previous && compare(previous, each) >= 0) return false
    previous = each
  }
  return true
}

const compare = ({ fact: a }: CorrectedFact, { fact: b }: CorrectedFact): number =>
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

function removeDuplicates(sorted: readonly CorrectedFact[]): readonly CorrectedFact[] {
  return sorted.filter(({ fact }, index) => {
    for (let before = index - 1; before >= 0; before--) {
      const other = sorted[before]?.fact
      if (!other || compareLocations(other.location, fact.location) !== 0) return true
      if (other.schemaPath === fact.schemaPath && other.location.segment === fact.location.segment)
        return false
    }
    return true
  })
}
