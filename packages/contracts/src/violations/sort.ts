import type { ViolationRecord } from './collector.ts'
import type { Location } from './location.ts'

/**
 * Sorts by location in the artifact, and removes violations that two references to the same schema report for the same
 * value. A missing member comes first in its object.
 */
export const sortByDocumentOrder = (records: readonly ViolationRecord[]): readonly ViolationRecord[] =>
  isSorted(records) ? records : removeDuplicates(records.toSorted(compare))

/**
 * Whether each violation is after the previous one. True for most artifacts: violations are collected in document order,
 * except by `$ref`, `if` and `required`.
 */
function isSorted(records: readonly ViolationRecord[]): boolean {
  let previous: ViolationRecord | undefined
  for (const record of records) {
    if (previous && compare(previous, record) >= 0) return false
    previous = record
  }
  return true
}

const compare = (a: ViolationRecord, b: ViolationRecord): number =>
  compareLocations(a.location, b.location) || Number(concernsName(b)) - Number(concernsName(a))

/** In the text, the name of a member comes before its value. */
const concernsName = ({ anchor }: ViolationRecord): boolean => anchor === 'name'

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

function removeDuplicates(sorted: readonly ViolationRecord[]): readonly ViolationRecord[] {
  return sorted.filter((record, index) => {
    for (let before = index - 1; before >= 0; before--) {
      const other = sorted[before]
      if (!other || compareLocations(other.location, record.location) !== 0) return true
      if (
        other.source.schemaPath === record.source.schemaPath &&
        other.location.segment === record.location.segment
      )
        return false
    }
    return true
  })
}
