import { isArray, isObject } from '../../json.ts'
import { token } from '../../pointer.ts'
import { childLocation, MISSING_MEMBER_INDEX } from '../../violations/location.ts'
import type { KeywordName } from '../keywords/supported-keywords.ts'
import { countEvaluation, LimitError, MAX_DEPTH } from './limits.ts'
import { memberRules } from './member-rules.ts'
import type {
  CollectFacts,
  ConditionalConstraint,
  ItemsConstraint,
  KeywordSite,
  MembersConstraintSet,
  SchemaNode,
  ValueTest,
} from '../types.ts'

/** Creates the function that reports every constraint of a schema that a value fails. The interpreter stops at the first. */
export function collectorOf(node: SchemaNode): CollectFacts {
  const { tests, members, items, references, conditionals } = node.constraints
  const collectors = [
    ...tests.map((test) => testFacts(node, test)),
    ...(members ? [memberFacts(node, members)] : []),
    ...items.map(itemFacts),
    ...references.map((reference): CollectFacts => {
      return (location, collector) => {
        countEvaluation()
        reference.node.collectFacts(location, collector)
      }
    }),
    ...conditionals.map(conditionalFacts),
  ]
  return (location, collector) => {
    if (location.depth > MAX_DEPTH) throw new LimitError('depth')
    for (const collect of collectors) collect(location, collector)
  }
}

const siteOf = (node: SchemaNode, keyword: KeywordName): KeywordSite => ({
  node,
  schemaPath: `${node.file}#${node.pointer}/${keyword}`,
})

function testFacts(node: SchemaNode, { keyword, expected, isValid, measure }: ValueTest): CollectFacts {
  const site = siteOf(node, keyword)
  return (location, collector) => {
    const { value } = location
    if (!isValid(value)) collector.add({ keyword, expected, received: measure(value), location, site })
  }
}

// oxlint-disable-next-line typescript/unbound-method -- called with `.call`
const { hasOwnProperty: hasOwn } = Object.prototype

/** Reports the members of an object in one loop. An object can have a million of them: most need no location. */
export function memberFacts(node: SchemaNode, members: MembersConstraintSet): CollectFacts {
  const { required, properties } = members
  const ruleOf = memberRules(members)
  const requiredSite = siteOf(node, 'required')
  const propertiesSite = siteOf(node, 'properties')
  const closedSite = siteOf(node, 'additionalProperties')
  const known = Object.freeze([...properties.keys()])
  return (location, collector) => {
    const { value, depth } = location
    if (!isObject(value)) return
    let missing = required.length
    let index = 0
    // The enum cache of `for…in` makes `value[name]` fast for objects of any shape.
    for (const name in value) {
      if (!hasOwn.call(value, name)) continue
      const { schema, isRequired } = ruleOf(name)
      if (isRequired) missing--
      const member = value[name]
      if (schema === false) {
        const child = childLocation(location, name, index, member)
        if (properties.has(name))
          collector.add({
            keyword: 'properties',
            expected: false,
            received: member,
            location: child,
            site: { node, schemaPath: `${propertiesSite.schemaPath}${token(name)}` },
            anchor: 'name',
          })
        else
          collector.add({
            keyword: 'additionalProperties',
            expected: known,
            received: name,
            location: child,
            site: closedSite,
            anchor: 'name',
          })
      } else if (schema !== true && needsVisit(schema, member, depth + 1))
        schema.collectFacts(childLocation(location, name, index, member), collector)
      index++
    }
    if (missing === 0) return
    const names = Object.keys(value)
    for (const name of required) {
      if (names.includes(name)) continue
      collector.add({
        keyword: 'required',
        expected: required,
        received: undefined,
        location: childLocation(location, name, MISSING_MEMBER_INDEX, undefined),
        site: requiredSite,
        anchor: 'container',
      })
    }
  }
}

function itemFacts({ each }: ItemsConstraint): CollectFacts {
  return (location, collector) => {
    const { value: items, depth } = location
    if (!isArray(items)) return
    for (let index = 0; index < items.length; index++)
      if (needsVisit(each, items[index], depth + 1))
        each.collectFacts(childLocation(location, index, index, items[index]), collector)
  }
}

/** Whether a member or an item can have facts. Most values are valid scalars, which need no location. */
const needsVisit = (schema: SchemaNode, value: unknown, depth: number): boolean =>
  (typeof value === 'object' && value !== null) || depth > MAX_DEPTH || !schema.isValid(value, depth)

function conditionalFacts({ if: condition, then }: ConditionalConstraint): CollectFacts {
  return (location, collector) => {
    countEvaluation()
    if (!condition.isValid(location.value, location.depth)) return
    const outer = collector.conditions
    collector.conditions = [...outer, condition]
    then.collectFacts(location, collector)
    collector.conditions = outer
  }
}
