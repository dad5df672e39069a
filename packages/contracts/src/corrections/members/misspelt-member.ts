import { token } from '@workbench/json-text'
import type { Suggestion } from '../../words/did-you-mean.ts'
import { type MemberLocation, pointerOf } from '../../failures/location.ts'
import type { Correction } from '../../failures/correction.ts'
import { type KnownMembers, MAX_MEMBERS } from './known-members.ts'

/** `failure_scenario` for `failureScenario`, if no other member of the object can have been meant by that name. */
export function misspelt(
  member: MemberLocation,
  suggestion: Suggestion | undefined,
  known: KnownMembers,
): Correction | undefined {
  if (!suggestion?.isCertain) return undefined
  const { segment, parent } = member
  const name = suggestion.word
  const members = Object.keys(parent.value)
  if (members.length > MAX_MEMBERS) return undefined
  const isUnique = members.every(
    (other) =>
      other === segment || known.names.has(other) || known.suggest(other, parent.value)?.word !== name,
  )
  if (!isUnique) return undefined
  const from = pointerOf(member)
  return { fix: [{ op: 'move', from, path: pointerOf(parent) + token(name) }] }
}
