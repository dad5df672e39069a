import { isObject, jsonEqual } from '../json.ts'
import { supportedKeywords } from '../schema/keywords/supported-keywords.ts'
import type { SchemaNode } from '../schema/types.ts'
import { nodeId } from './conjunction.ts'

/** Keywords that do not constrain a value. `$defs` matters only where a `$ref` points into it. */
const ANNOTATIONS = new Set(['$schema', '$id', '$defs', 'title', 'description', 'default', 'format'])

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
  const keywords = keywordsOf(a)
  return (
    keywords.length === keywordsOf(b).length &&
    keywords.every(
      (keyword) => Object.hasOwn(b.schema, keyword) && haveEquivalentKeyword(a, b, keyword, assumed),
    )
  )
}

const keywordsOf = ({ schema }: SchemaNode): string[] =>
  Object.keys(schema).filter((keyword) => !ANNOTATIONS.has(keyword))

function haveEquivalentKeyword(a: SchemaNode, b: SchemaNode, keyword: string, assumed: Set<string>): boolean {
  if (keyword === '$ref') return areBothEquivalent(a.reference, b.reference, assumed)
  if (keyword === 'properties') return haveEquivalentMembers(a, b, assumed)
  if (supportedKeywords.get(keyword)?.subschemas === 'value' && isObject(a.schema[keyword])) {
    return areBothEquivalent(a.subschema(keyword), b.subschema(keyword), assumed)
  }
  return jsonEqual(a.schema[keyword], b.schema[keyword])
}

function haveEquivalentMembers(a: SchemaNode, b: SchemaNode, assumed: Set<string>): boolean {
  const [one, other] = [a.schema['properties'] as object, b.schema['properties'] as object]
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => {
      if (!Object.hasOwn(other, name)) return false
      const [x, y] = [a.subschema('properties', name), b.subschema('properties', name)]
      return x || y ? areBothEquivalent(x, y, assumed) : (one as never)[name] === (other as never)[name]
    })
  )
}

const areBothEquivalent = (
  a: SchemaNode | undefined,
  b: SchemaNode | undefined,
  assumed: Set<string>,
): boolean => a !== undefined && b !== undefined && areEquivalent(a, b, assumed)
