import { isArray, isObject, type JsonObject } from '../../json.ts'
import { childLocation, type Location, MISSING_MEMBER_INDEX } from '../../violations/location.ts'
import { countEvaluation, LimitError, MAX_DEPTH } from './limits.ts'
import type { ConditionalConstraint, FactCollector, MembersConstraintSet, SchemaNode } from '../types.ts'

/** Adds every fact of the value at the location; none if the value is valid. The interpreter stops at the first. */
export function collectFacts(node: SchemaNode, location: Location, collector: FactCollector): void {
  const { value, depth } = location
  if (depth > MAX_DEPTH) throw new LimitError('depth')
  const { tests, members, items, references, conditionals } = node.constraints
  for (const { keyword, expected, isValid, measure } of tests)
    if (!isValid(value)) collector.add({ keyword, expected, received: measure(value), location, node })
  if (members && isObject(value)) {
    const missing = collectMembers(node, members, value, location, collector)
    if (missing > 0) collectMissing(node, members.required, value, location, collector)
  }
  if (isArray(value)) for (const { each } of items) collectItems(each, value, location, collector)
  for (const reference of references) {
    countEvaluation()
    collectFacts(reference.node, location, collector)
  }
  for (const conditional of conditionals) collectThen(conditional, location, collector)
}

/**
 * Adds the facts of the members of an object in one loop. An object can have a million of them: most need no location.
 * Returns the number of missing members.
 */
export function collectMembers(
  node: SchemaNode,
  members: MembersConstraintSet,
  value: JsonObject,
  location: Location,
  collector: FactCollector,
): number {
  let missing = members.required.length
  let rule = members.firstRule
  const names = Object.keys(value)
  const values = Object.values(value)
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string
    if (rule?.name !== name) rule = members.ruleOf(name)
    const { schema, isRequired } = rule
    rule = rule.next
    if (isRequired) missing--
    const member = values[index]
    if (schema === false) {
      const child = childLocation(location, name, index, member)
      if (members.properties.has(name))
        collector.add({
          keyword: 'properties',
          expected: false,
          received: member,
          location: child,
          node,
          anchor: 'name',
        })
      else
        collector.add({
          keyword: 'additionalProperties',
          expected: members.known,
          received: name,
          location: child,
          node,
          anchor: 'name',
        })
    } else if (schema !== true && needsVisit(schema, member, location.depth + 1))
      collectFacts(schema, childLocation(location, name, index, member), collector)
  }
  return missing
}

function collectMissing(
  node: SchemaNode,
  required: readonly string[],
  value: JsonObject,
  location: Location,
  collector: FactCollector,
): void {
  const names = Object.keys(value)
  for (const name of required) {
    if (names.includes(name)) continue
    collector.add({
      keyword: 'required',
      expected: required,
      received: undefined,
      location: childLocation(location, name, MISSING_MEMBER_INDEX, undefined),
      node,
      anchor: 'container',
    })
  }
}

function collectItems(
  each: SchemaNode,
  items: readonly unknown[],
  location: Location,
  collector: FactCollector,
): void {
  for (let index = 0; index < items.length; index++)
    if (needsVisit(each, items[index], location.depth + 1))
      collectFacts(each, childLocation(location, index, index, items[index]), collector)
}

/** Whether a member or an item can have facts. Most values are valid scalars, which need no location. */
function needsVisit(schema: SchemaNode, value: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH || (typeof value === 'object' && value !== null)) return true
  if (typeof value === 'string' && schema.constraints.acceptsStrings) return false
  return !schema.isValid(value, depth)
}

function collectThen(
  { if: condition, then }: ConditionalConstraint,
  location: Location,
  collector: FactCollector,
): void {
  countEvaluation()
  if (!condition.isValid(location.value, location.depth)) return
  const outer = collector.conditions
  collector.conditions = [...outer, condition]
  collectFacts(then, location, collector)
  collector.conditions = outer
}
