import { isObject, jsonEqual } from '../json.ts'
import type { Node } from '../schema/rule.ts'
import { idOf } from './term.ts'

/** Keywords that ask nothing of a value; definitions count only where something refers to them. */
const NOTES = new Set(['$schema', '$id', '$defs', 'title', 'description', 'default', 'format'])

/** Pairs that are compared; beyond that, the schemas count as different. */
const MOST = 1000

/**
 * Whether two schemas are written alike but for notes, and so are those that they refer to: then they mean the same.
 * Cheap, and it knows what need not be understood.
 */
export function haveSameMeaning(a: Node, b: Node, assumed = new Set<string>()): boolean {
  const key = `${idOf(a)} ${idOf(b)}`
  if (a === b || assumed.has(key)) return true
  if (assumed.size > MOST) return false
  assumed.add(key)
  const keywords = keywordsOf(a)
  return (
    keywords.length === keywordsOf(b).length &&
    keywords.every((keyword) => Object.hasOwn(b.schema, keyword) && haveSameRule(a, b, keyword, assumed))
  )
}

const keywordsOf = ({ schema }: Node): string[] =>
  Object.keys(schema).filter((keyword) => !NOTES.has(keyword))

function haveSameRule(a: Node, b: Node, keyword: string, assumed: Set<string>): boolean {
  if (keyword === '$ref') return areSame(a.reference, b.reference, assumed)
  if (keyword === 'properties') return haveSameMembers(a, b, assumed)
  if (['items', 'additionalProperties', 'if', 'then'].includes(keyword) && isObject(a.schema[keyword])) {
    return areSame(a.subschema(keyword), b.subschema(keyword), assumed)
  }
  return jsonEqual(a.schema[keyword], b.schema[keyword])
}

function haveSameMembers(a: Node, b: Node, assumed: Set<string>): boolean {
  const [one, other] = [a.schema['properties'] as object, b.schema['properties'] as object]
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => {
      if (!Object.hasOwn(other, name)) return false
      const [x, y] = [a.subschema('properties', name), b.subschema('properties', name)]
      return x || y ? areSame(x, y, assumed) : (one as never)[name] === (other as never)[name]
    })
  )
}

const areSame = (a: Node | undefined, b: Node | undefined, assumed: Set<string>): boolean =>
  a !== undefined && b !== undefined && haveSameMeaning(a, b, assumed)
