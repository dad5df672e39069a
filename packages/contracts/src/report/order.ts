import type { Place } from './place.ts'
import type { Fault } from './report.ts'

/** Puts faults in the order in which their places stand in the artifact; a missing member stands at its object's start. */
export const inDocumentOrder = (faults: readonly Fault[]): readonly Fault[] =>
  isInOrder(faults) ? faults : faults.toSorted(compare)

/** Most come from the walk as they stand. */
function isInOrder(faults: readonly Fault[]): boolean {
  let before: Fault | undefined
  for (const fault of faults) {
    if (before && compare(before, fault) > 0) return false
    before = fault
  }
  return true
}

const compare = (a: Fault, b: Fault): number =>
  comparePlaces(a.place, b.place) || Number(isOfName(b)) - Number(isOfName(a))

/** A member's name stands before its value. */
const isOfName = ({ anchor }: Fault): boolean => anchor === 'name'

/** Zero where the places are the same, or members that are both missing from the same object. */
function comparePlaces(a: Place, b: Place): number {
  let difference = a.depth - b.depth
  let [x, y] = [a, b]
  while (x.depth > b.depth && x.parent) x = x.parent
  while (y.depth > a.depth && y.parent) y = y.parent
  for (; x.parent && y.parent; x = x.parent, y = y.parent) {
    if (x.rank !== y.rank) difference = x.rank - y.rank
  }
  return difference
}

/** A rule that reaches the same place by two references is broken once. */
export function withoutRepetition(inOrder: readonly Fault[]): readonly Fault[] {
  return inOrder.filter((fault, index) => {
    for (let before = index - 1; before >= 0; before--) {
      const other = inOrder[before]
      if (!other || comparePlaces(other.place, fault.place) !== 0) return true
      if (other.rule.schemaPath === fault.rule.schemaPath && other.place.segment === fault.place.segment)
        return false
    }
    return true
  })
}
