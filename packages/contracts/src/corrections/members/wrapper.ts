import { hasMember, isObject, type PatchOperation, token } from '@workbench/json-text'
import { spellingOf } from '../../words/did-you-mean.ts'
import { type MemberLocation, pointerOf } from '../../failures/location.ts'
import type { Correction } from '../../failures/correction.ts'
import { isGeneralName } from './general-names.ts'
import type { KnownMembers } from './known-members.ts'

/** Names that say nothing about the artifact in an object. Any other one can take it back, as `retracted` does. */
const WRAPPERS =
  'args arguments artifact body content data input json output parameters params payload response result value'.split(
    ' ',
  )

/**
 * An object that contains the required members that are missing in the object around it, not only general ones: all of
 * them, or several if it is the only member there. Beside a member that the contract does not know, as in
 * `{ "name": "submit", "arguments": { … } }`, its author has to say what that one means.
 */
export function wrapper(member: MemberLocation, known: KnownMembers): Correction | undefined {
  const { value, parent } = member
  if (!isObject(value)) return undefined
  const names = Object.keys(value)
  const isOnlyMember = Object.keys(parent.value).length === 1
  const knownNames = names.filter((name) => known.names.has(name))
  const spellings = new Set(names.map(spellingOf))
  const missing = known.required.filter((name) => !hasMember(parent.value, name))
  const found = missing.filter((name) => spellings.has(spellingOf(name)))
  const isWrapper =
    names.every((name) => !hasMember(parent.value, name)) &&
    (found.length === missing.length || (found.length > 1 && isOnlyMember)) &&
    !found.every(isGeneralName) &&
    (knownNames.length === names.length || (found.length > 1 && 2 * knownNames.length > names.length))
  if (!isWrapper) return undefined
  const from = pointerOf(member)
  const moves = names.map((name): PatchOperation => ({
    op: 'move',
    from: from + token(name),
    path: pointerOf(parent) + token(name),
  }))
  const { segment } = member
  const [noun, major] = known.node.file.split('.')
  const isPlain = [...WRAPPERS, noun, `${noun}.${major}`].includes(segment.toLowerCase())
  const isKnown = Object.keys(parent.value).every((name) => known.names.has(name) || name === segment)
  return {
    hint: { kind: 'move-members-up' },
    fix: isPlain && isKnown ? [...moves, { op: 'remove', path: from }] : undefined,
    remaining: { schema: known.node, location: member, isWrapper: true },
  }
}
