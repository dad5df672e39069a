import { isObject, jsonEqual } from '@workbench/json-text'
import type { SchemaNode } from '@workbench/contracts/internal'
import { constraintsIn } from './compared-keywords.ts'
import { nodeId } from './conjunction.ts'

/** Limit of compared pairs; if it is exceeded, the schemas are reported as different. */
const MAX_PAIRS = 1000

/**
 * Whether two schemas have the same keywords with the same values, `$ref` followed and annotations ignored. Such
 * schemas accept the same values, which is decided here without the search for counterexamples.
 */
export function areEquivalent(a: SchemaNode, b: SchemaNode, assumed = new Set<string>()): boolean {
  const key = `${nodeId(a)} ${nodeId(b)}`
  if (a === b || assumed.has(key)) return true
  if (assumed.size > MAX_PAIRS) return false
  assumed.add(key)
  const areSame = (one: unknown, other: unknown, path: readonly string[]): boolean => {
    const [x, y] = [a, b].map((node) =>
      path[0] === '$ref' ? node.constraints.reference : node.subschema(...path),
    )
    if (x && y) return areEquivalent(x, y, assumed)
    if (!isObject(one) || !isObject(other)) return jsonEqual(one, other)
    const names = Object.keys(one)
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && areSame(one[name], other[name], [...path, name]))
    )
  }
  const keywords = constraintsIn(a.schema)
  return (
    keywords.length === constraintsIn(b.schema).length &&
    keywords.every(
      (keyword) =>
        Object.hasOwn(b.schema, keyword) && areSame(a.schema[keyword], b.schema[keyword], [keyword]),
    )
  )
}
