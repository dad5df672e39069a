import { jsonEqual, type JsonObject } from '../json.ts'
import { type KeywordName, supportedKeywords } from '../schema/keywords/supported-keywords.ts'
import type { SchemaNode } from '../schema/types.ts'
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
  const keywords = constraintsIn(a.schema)
  return (
    keywords.length === constraintsIn(b.schema).length &&
    keywords.every(
      (keyword) => Object.hasOwn(b.schema, keyword) && haveEquivalentKeyword(a, b, keyword, assumed),
    )
  )
}

function haveEquivalentKeyword(
  a: SchemaNode,
  b: SchemaNode,
  keyword: KeywordName,
  assumed: Set<string>,
): boolean {
  const [one, other] = [a.schema[keyword], b.schema[keyword]]
  const areBothEquivalent = (x?: SchemaNode, y?: SchemaNode) => x && y && areEquivalent(x, y, assumed)
  if (keyword === '$ref') return areBothEquivalent(a.reference, b.reference) === true
  switch (supportedKeywords.get(keyword)?.subschemas) {
    case 'value':
      return areBothEquivalent(a.subschema(keyword), b.subschema(keyword)) ?? one === other
    case 'members': {
      const [members, others] = [one as JsonObject, other as JsonObject]
      const names = Object.keys(members)
      return (
        names.length === Object.keys(others).length &&
        names.every(
          (name) =>
            Object.hasOwn(others, name) &&
            (areBothEquivalent(a.subschema(keyword, name), b.subschema(keyword, name)) ??
              members[name] === others[name]),
        )
      )
    }
    default:
      return jsonEqual(one, other)
  }
}
