import type { FailureOf } from '../../failures/failure.ts'
import type { MemberLocation } from '../../failures/location.ts'
import type { Correction } from '../../failures/correction.ts'
import { isGeneralName } from './general-names.ts'
import { knownMembersOf, ownPropertyOf } from './known-members.ts'
import { oneLevelTooDeep, oneLevelTooHigh } from './misplaced-member.ts'
import { misspelt } from './misspelt-member.ts'
import { wrapper } from './wrapper.ts'

/**
 * Finds where an unexpected member belongs: under a name that differs in its spelling, in the object around it, or in an
 * object beside it. If that is not certain, suggests a name at most: a member that is similar to one of its object stays,
 * and so does one whose name any object can have.
 */
export function unexpectedMember({
  node,
  location,
}: FailureOf<'additionalProperties'>): Correction | undefined {
  const member = location as MemberLocation
  const known = knownMembersOf(node)
  const suggestion = known.suggest(member.segment, member.parent.value)
  const inPlace = wrapper(member, known) ?? misspelt(member, suggestion, known)
  if (suggestion) {
    const schema = ownPropertyOf(node, suggestion.word)
    const remaining = schema && { schema, location }
    return { remaining, ...inPlace, suggestion: suggestion.word }
  }
  if (inPlace || isGeneralName(member.segment)) return inPlace
  const [tooDeep, tooHigh] = [oneLevelTooDeep(member, known), oneLevelTooHigh(member, known)]
  return tooDeep && tooHigh ? undefined : (tooDeep ?? tooHigh)
}
