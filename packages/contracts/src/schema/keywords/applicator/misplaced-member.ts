import { hasMember, isArray, isObject, type JsonObject } from '../../../json.ts'
import type { PatchOperation } from '../../../patch.ts'
import { token } from '../../../pointer.ts'
import type { ViolationCollector } from '../../../violations/collector.ts'
import { spellingOf, type Suggestion } from '../../../violations/did-you-mean.ts'
import { forEachMember, type MemberLocation, pointerOf } from '../../../violations/location.ts'
import { quote } from '../../../violations/messages.ts'
import { acceptsType } from '../accepts-type.ts'
import { isGeneralName } from './general-names.ts'
import { type KnownMembers, ownPropertyOf, propertyOf } from './known-members.ts'
import type { SchemaNode } from '../../types.ts'

/** Objects with more members are not searched for members that belong elsewhere. */
const MAX_MEMBERS = 60

/** Where an unexpected member certainly belongs. */
interface Placement {
  /** The end of the message; by default the suggestion. */
  readonly advice?: string
  readonly fix: readonly PatchOperation[]
  /** Adds the violations of the member's value that remain after the fix. */
  readonly collectRemaining: (collector: ViolationCollector) => void
}

/**
 * Finds where an unexpected member belongs: under a name that differs in its spelling, in the object around it, or in an
 * object beside it. Undefined if that is not certain: a member that is similar to one of its object stays, and so does
 * one whose name any object can have.
 */
export function placementOf(
  member: MemberLocation,
  suggestion: Suggestion | undefined,
  known: KnownMembers,
): Placement | undefined {
  const inPlace = wrapper(member, known) ?? misspelt(member, suggestion, known)
  if (inPlace || suggestion || isGeneralName(member.segment)) return inPlace
  const [only, another] = [oneLevelTooDeep(member, known), oneLevelTooHigh(member, known)].filter(
    (placement) => placement !== undefined,
  )
  return another ? undefined : only
}

/** `failure_scenario` for `failureScenario`. */
function misspelt(
  member: MemberLocation,
  suggestion: Suggestion | undefined,
  known: KnownMembers,
): Placement | undefined {
  if (!suggestion?.isCertain) return undefined
  const name = suggestion.word
  const { segment, parent } = member
  const members = Object.keys(parent.value)
  if (members.length > MAX_MEMBERS) return undefined
  const isUnique = members.every(
    (other) =>
      other === segment || known.names.has(other) || known.suggest(other, parent.value)?.word !== name,
  )
  if (!isUnique) return undefined
  return {
    fix: [{ op: 'move', from: pointerOf(member), path: pointerOf(parent) + token(name) }],
    collectRemaining: (collector) => known.schemas.get(name)?.collectViolations(member, collector),
  }
}

/**
 * An object that contains the required members that are missing in the object around it, not only general ones: all of
 * them, or several if it is the only member there.
 */
function wrapper(member: MemberLocation, known: KnownMembers): Placement | undefined {
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
  return {
    advice: '; its members belong one level higher',
    fix: [...moves, { op: 'remove', path: from }],
    collectRemaining: (collector) => {
      forEachMember(member, (inner) => {
        if (known.names.has(inner.segment))
          known.schemas.get(inner.segment)?.collectViolations(inner, collector)
        else known.addUnexpected(inner, collector)
      })
    },
  }
}

/** A member of the object around the one that contains it, which is absent there, and in no other object beside it. */
function oneLevelTooDeep(member: MemberLocation, { container }: KnownMembers): Placement | undefined {
  const { parent, segment, value } = member
  const grandparent = parent.parent
  const property = container && ownPropertyOf(container, segment)
  if (!property || !isObject(grandparent?.value) || hasMember(grandparent.value, segment)) return undefined
  const required = container.schema['required']
  const isRequired = isArray(required) && required.includes(segment)
  if (isRequired ? !acceptsType(property, value) : !property.isValid(value, 0)) return undefined
  const siblings = Object.values(grandparent.value)
  if (siblings.length > MAX_MEMBERS) return undefined
  if (siblings.some((other) => other !== parent.value && isObject(other) && hasMember(other, segment)))
    return undefined
  return {
    advice: '; it belongs one level higher',
    fix: [{ op: 'move', from: pointerOf(member), path: pointerOf(grandparent) + token(segment) }],
    collectRemaining: (collector) => {
      property.collectViolations(member, collector)
    },
  }
}

/** A member that only one of the objects beside it can have. */
function oneLevelTooHigh(member: MemberLocation, known: KnownMembers): Placement | undefined {
  const { parent, segment } = member
  const targetOf = (name: string): string | undefined => {
    if (known.names.has(name) || isGeneralName(name) || known.suggest(name, parent.value)) return undefined
    const targets = known
      .holdersOf(name)
      .filter((holder) => canHold(known.schemas.get(holder), name, parent.value, holder))
    return targets.length === 1 ? targets[0] : undefined
  }
  const target = targetOf(segment)
  if (target === undefined || Object.keys(parent.value).length > MAX_MEMBERS) return undefined
  const path = pointerOf(parent) + token(target)
  const isAbsent = !hasMember(parent.value, target)
  const sameTarget = isAbsent ? Object.keys(parent.value).filter((name) => targetOf(name) === target) : []
  // A single member that has the name of a member of an optional object may mean something else.
  if (isAbsent && sameTarget.length < 2 && !known.required.includes(target)) return undefined
  // The first of several members that belong in an absent object creates it.
  const createsTarget = isAbsent && sameTarget[0] === segment
  const schema = known.schemas.get(target)
  return {
    advice: `; it belongs in ${quote(target)}`,
    fix: [
      ...(createsTarget ? [{ op: 'add', path, value: {} } as const] : []),
      { op: 'move', from: pointerOf(member), path: path + token(segment) },
    ],
    collectRemaining: (collector) => propertyOf(schema, segment)?.collectViolations(member, collector),
  }
}

function canHold(schema: SchemaNode | undefined, name: string, parent: JsonObject, holder: string): boolean {
  const property = propertyOf(schema, name)
  if (!property || !acceptsType(property, parent[name])) return false
  if (!hasMember(parent, holder)) return true
  const existing = parent[holder]
  return isObject(existing) && !hasMember(existing, name)
}
