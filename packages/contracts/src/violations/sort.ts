import type { Location } from './location.ts'
import type { ViolationRecord } from './collector.ts'

/** Puts faults in the order in which their places stand in the artifact; a missing member stands at its object's start. */
export const sortByDocumentOrder = (faults: readonly ViolationRecord[]): readonly ViolationRecord[] =>
  isSorted(faults) ? faults : faults.toSorted(compare)

/** Most come from the walk as they stand. */
function isSorted(faults: readonly ViolationRecord[]): boolean {
  let before: ViolationRecord | undefined
  for (const fault of faults) {
    if (before && compare(before, fault) > 0) return false
    before = fault
  }
  return true
}

const compare = (a: ViolationRecord, b: ViolationRecord): number =>
  compareLocations(a.location, b.location) || Number(isOfName(b)) - Number(isOfName(a))

/** A member's name stands before its value. */
const isOfName = ({ anchor }: ViolationRecord): boolean => anchor === 'name'

/** Zero where the places are the same, or members that are both missing from the same object. */
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

/** A rule that reaches the same place by two references is broken once. */
export function removeDuplicates(inOrder: readonly ViolationRecord[]): readonly ViolationRecord[] {
  return inOrder.filter((fault, index) => {
    for (let before = index - 1; before >= 0; before--) {
      const other = inOrder[before]
      if (!other || compareLocations(other.location, fault.location) !== 0) return true
      if (
        other.keyword.schemaPath === fault.keyword.schemaPath &&
        other.location.segment === fault.location.segment
      )
        return false
    }
    return true
  })
}
