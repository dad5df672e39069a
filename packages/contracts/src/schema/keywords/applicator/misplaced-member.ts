import { hasMember, isObject, type JsonObject } from '../../../json.ts'
import type { PatchOperation } from '../../../patch.ts'
import { token } from '../../../pointer.ts'
import type { ViolationCollector } from '../../../violations/collector.ts'
import { Suggester, type Suggestion } from '../../../violations/did-you-mean.ts'
import { childLocation, forEachMember, type MemberLocation, pointerOf } from '../../../violations/location.ts'
import { quote } from '../../../violations/messages.ts'
import { acceptsType } from '../../accepts-type.ts'
import type { SchemaNode } from '../../types.ts'

/** Objects with more members are not searched for members that belong elsewhere. */
const MAX_MEMBERS = 60

/** What a closed object allows. */
export class KnownMembers {
  readonly names: ReadonlySet<string>
  readonly schemas: ReadonlyMap<string, SchemaNode>
  readonly required: readonly string[]
  readonly #suggester: Suggester
  readonly #holders = new Map<string, string[]>()

  constructor(
    names: ReadonlySet<string>,
    schemas: ReadonlyMap<string, SchemaNode>,
    required: readonly string[],
  ) {
    this.names = names
    this.schemas = schemas
    this.required = required
    this.#suggester = new Suggester(names)
    for (const [holder, schema] of schemas) {
      if (!acceptsType(schema, {})) continue
      for (const name of propertyNames(schema))
        this.#holders.set(name, [...(this.#holders.get(name) ?? []), holder])
    }
  }

  /** The most similar name of a member that is absent. */
  suggest(name: string, object: JsonObject): Suggestion | undefined {
    return this.#suggester.suggest(name, (other) => !hasMember(object, other))
  }

  /** The members whose objects can have a member of that name. */
  holdersOf(name: string): readonly string[] {
    return this.#holders.get(name) ?? []
  }
}

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
 * object beside it. Undefined if that is not certain.
 */
export function placementOf(
  member: MemberLocation,
  suggestion: Suggestion | undefined,
  known: KnownMembers,
): Placement | undefined {
  return (
    misspelt(member, suggestion, known) ?? oneLevelTooDeep(member, known) ?? oneLevelTooHigh(member, known)
  )
}

/** `failure_scenario` for `failureScenario`. */
function misspelt(
  { segment, parent }: MemberLocation,
  suggestion: Suggestion | undefined,
  known: KnownMembers,
): Placement | undefined {
  if (!suggestion?.isCertain) return undefined
  const name = suggestion.word
  const members = Object.keys(parent.value)
  const isOnly = members.every(
    (other) =>
      other === segment || known.names.has(other) || known.suggest(other, parent.value)?.word !== name,
  )
  if (members.length > MAX_MEMBERS || !isOnly) return undefined
  const location = childLocation(parent, segment, 0, parent.value[segment])
  return {
    fix: [{ op: 'move', from: pointerOf(location), path: pointerOf(parent) + token(name) }],
    collectRemaining: (collector) => known.schemas.get(name)?.collectViolations(location, collector),
  }
}

/** An object with members that are missing in the object around it, and with no others. */
function oneLevelTooDeep(wrapper: MemberLocation, known: KnownMembers): Placement | undefined {
  const { value, parent } = wrapper
  if (!isObject(value)) return undefined
  const names = Object.keys(value)
  const belongOutside =
    names.length > 0 &&
    names.every((name) => known.names.has(name) && !hasMember(parent.value, name)) &&
    names.some((name) => known.required.includes(name))
  if (!belongOutside) return undefined
  const from = pointerOf(wrapper)
  const moves = names.map((name): PatchOperation => ({
    op: 'move',
    from: from + token(name),
    path: pointerOf(parent) + token(name),
  }))
  return {
    advice: '; its members belong one level higher',
    fix: [...moves, { op: 'remove', path: from }],
    collectRemaining: (collector) => {
      forEachMember(wrapper, (member) =>
        known.schemas.get(member.segment)?.collectViolations(member, collector),
      )
    },
  }
}

/** A member that only one of the objects beside it can have. */
function oneLevelTooHigh(member: MemberLocation, known: KnownMembers): Placement | undefined {
  const { parent, segment } = member
  const targetOf = (name: string): string | undefined => {
    if (known.names.has(name)) return undefined
    const targets = known
      .holdersOf(name)
      .filter((holder) => canHold(known.schemas.get(holder), name, parent.value, holder))
    return targets.length === 1 ? targets[0] : undefined
  }
  const target = targetOf(segment)
  if (target === undefined || Object.keys(parent.value).length > MAX_MEMBERS) return undefined
  const path = pointerOf(parent) + token(target)
  // The first of several members that belong into an absent object creates it.
  const isFirst = Object.keys(parent.value).find((name) => targetOf(name) === target) === segment
  const creates = isFirst && !hasMember(parent.value, target)
  const schema = known.schemas.get(target)
  return {
    advice: `; it belongs into ${quote(target)}`,
    fix: [
      ...(creates ? [{ op: 'add', path, value: {} } as const] : []),
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

/** The names of `properties`, of the targets of `$ref` too. */
function propertyNames({ schema, reference }: SchemaNode): string[] {
  const { properties } = schema
  return [
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...(reference ? propertyNames(reference) : []),
  ]
}

/** The schema of a member in the targets of `$ref` too. */
const propertyOf = (schema: SchemaNode | undefined, name: string): SchemaNode | undefined =>
  schema && (schema.subschema('properties', name) ?? propertyOf(schema.reference, name))
