import { isArray, isObject } from '@workbench/json-text'
import type { FailureCollector } from './failure-collector.ts'
import { childLocation, type Location, MISSING_MEMBER_INDEX, type ObjectLocation } from './location.ts'
import { ifChecked, LimitError, MAX_DEPTH } from '../schema/evaluation/limits.ts'
import type { ConditionalConstraint, MembersConstraint, SchemaNode } from '../schema/types.ts'

/** Adds every failure of the value at the location; none if the value is valid. The interpreter stops at the first. */
export function collectFailures(node: SchemaNode, location: Location, collector: FailureCollector): void {
  const { value, depth } = location
  if (depth > MAX_DEPTH) throw new LimitError('depth', MAX_DEPTH)
  const { tests, members, items, reference, conditional } = node.constraints
  for (const test of tests) {
    const isValid = ifChecked(() => test.isValid(value))
    if (isValid) continue
    const { keyword, expected, measure } = test
    const received = isValid === undefined ? undefined : measure(value)
    collector.add({ keyword, expected, received, location, node })
  }
  if (isArray(value)) {
    if (items) collectItems(items, value, location, collector)
  } else if (members && isOfObject(location)) {
    const missing = collectMembers(node, members, location, collector)
    if (missing > 0) collectMissing(node, members, location, collector)
  }
  if (reference) {
    collector.evaluations.add()
    collectFailures(reference, location, collector)
  }
  if (conditional) collectThen(conditional, location, collector)
}

const isOfObject = (location: Location): location is ObjectLocation => isObject(location.value)

// oxlint-disable-next-line typescript/unbound-method -- called with `.call`
const { hasOwnProperty: hasOwn } = Object.prototype

/**
 * Adds the failures of the members of an object in one loop. An object can have a million of them: most need no location.
 * Returns the number of missing members.
 */
export function collectMembers(
  node: SchemaNode,
  members: MembersConstraint,
  location: ObjectLocation,
  collector: FailureCollector,
): number {
  const { value } = location
  let missing = members.required.length
  let index = 0
  let rule = members.firstRule
  // The enum cache of `for…in` makes `value[name]` fast for objects of any shape.
  for (const name in value) {
    if (!hasOwn.call(value, name)) continue
    if (rule?.name !== name) rule = members.ruleOf(name)
    const { schema, isRequired } = rule
    rule = rule.next
    if (isRequired) missing--
    const member = value[name]
    if (schema === false) {
      const child = childLocation(location, name, index, member)
      if (members.properties.has(name))
        collector.add({ keyword: 'properties', expected: false, received: member, location: child, node })
      else {
        const expected = members.known
        collector.add({ keyword: 'additionalProperties', expected, received: name, location: child, node })
      }
    } else if (schema !== true && needsVisit(schema, member, location.depth + 1, collector))
      collectFailures(schema, childLocation(location, name, index, member), collector)
    index++
  }
  return missing
}

function collectMissing(
  node: SchemaNode,
  { required }: MembersConstraint,
  location: ObjectLocation,
  collector: FailureCollector,
): void {
  const names = Object.keys(location.value)
  for (const name of required) {
    if (names.includes(name)) continue
    const child = childLocation(location, name, MISSING_MEMBER_INDEX, undefined)
    collector.add({ keyword: 'required', expected: required, received: undefined, location: child, node })
  }
}

function collectItems(
  each: SchemaNode,
  items: readonly unknown[],
  location: Location,
  collector: FailureCollector,
): void {
  for (let index = 0; index < items.length; index++)
    if (needsVisit(each, items[index], location.depth + 1, collector))
      collectFailures(each, childLocation(location, index, index, items[index]), collector)
}

/** Whether a member or an item can have failures. Most values are valid scalars, which need no location. */
const needsVisit = (
  schema: SchemaNode,
  value: unknown,
  depth: number,
  { evaluations }: FailureCollector,
): boolean =>
  (typeof value === 'object' && value !== null) ||
  depth > MAX_DEPTH ||
  !ifChecked(() => schema.isValid(value, depth, evaluations))

function collectThen(
  { if: condition, then }: ConditionalConstraint,
  location: Location,
  collector: FailureCollector,
): void {
  collector.evaluations.add()
  if (!condition.isValid(location.value, location.depth, collector.evaluations)) return
  const outer = collector.conditions
  collector.conditions = [...outer, condition]
  collectFailures(then, location, collector)
  collector.conditions = outer
}
