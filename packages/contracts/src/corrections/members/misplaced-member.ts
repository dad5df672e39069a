import { hasMember, isObject, type JsonObject, token } from '@workbench/json-text'
import type { SchemaNode } from '../../schema/types.ts'
import { type MemberLocation, pointerOf } from '../../failures/location.ts'
import { acceptsType } from '../accepts-type.ts'
import type { Correction } from '../../failures/correction.ts'
import { isGeneralName } from './general-names.ts'
import { type KnownMembers, MAX_MEMBERS, ownPropertyOf, propertyOf } from './known-members.ts'

/** A required member of the object around the one that contains it, which is absent there, and in no other object beside it. */
export function oneLevelTooDeep(member: MemberLocation, { node }: KnownMembers): Correction | undefined {
  const { parent, segment, value } = member
  const grandparent = parent.parent
  const property = node.container && ownPropertyOf(node.container, segment)
  if (!property || property.isOptionalMember || !acceptsType(property, value)) return undefined
  if (!isObject(grandparent?.value) || hasMember(grandparent.value, segment)) return undefined
  const siblings = Object.values(grandparent.value)
  if (siblings.length > MAX_MEMBERS) return undefined
  if (siblings.some((other) => other !== parent.value && isObject(other) && hasMember(other, segment)))
    return undefined
  return {
    hint: { kind: 'move-up' },
    fix: [{ op: 'move', from: pointerOf(member), path: pointerOf(grandparent) + token(segment) }],
    remaining: { schema: property, location: member },
  }
}

/** A member that only one of the objects beside it can have. */
export function oneLevelTooHigh(member: MemberLocation, known: KnownMembers): Correction | undefined {
  const { parent, segment } = member
  const targetOf = (name: string): string | undefined => {
    const targets = known.holdersOf(name).filter((holder) => canHold(known.node, holder, name, parent.value))
    if (targets.length !== 1 || known.names.has(name) || isGeneralName(name)) return undefined
    return known.suggest(name, parent.value) ? undefined : targets[0]
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
  const schema = propertyOf(ownPropertyOf(known.node, target), segment)
  return {
    hint: { kind: 'move-into', member: target },
    fix: [
      ...(createsTarget ? [{ op: 'add', path, value: {} } as const] : []),
      { op: 'move', from: pointerOf(member), path: path + token(segment) },
    ],
    remaining: schema && { schema, location: member },
  }
}

function canHold(node: SchemaNode, holder: string, name: string, parent: JsonObject): boolean {
  const property = propertyOf(ownPropertyOf(node, holder), name)
  if (!property || !acceptsType(property, parent[name])) return false
  if (!hasMember(parent, holder)) return true
  const existing = parent[holder]
  return isObject(existing) && !hasMember(existing, name)
}
