import { isObject, type Json } from '../../json.ts'
import { token } from '../../pointer.ts'
import { quote } from '../../violations/messages.ts'
import type { SchemaNode } from '../../schema/types.ts'
import type { Conjunction } from '../conjunction.ts'
import type { Example } from '../example.ts'
import { type Incompatibility, incompatibility } from '../incompatibility.ts'
import { about, appliesTo, type CheckContext, type KeywordCheck } from './keyword-check.ts'

export const checkRequired: KeywordCheck = (conjunction, node, context) => {
  if (!acceptsObjects(conjunction, node, context)) return []
  const names = (node.schema['required'] as string[]).filter((name) => !conjunction.required.has(name))
  return names.flatMap((name) => {
    const { path, ...rest } = about(conjunction, node, 'required', `member ${quote(name)} is now required`)
    return incompatibility(context.examples.objectWith(conjunction, {}, name), {
      ...rest,
      path: path + token(name),
    })
  })
}

export const checkProperties: KeywordCheck = (conjunction, node, context) => {
  if (!acceptsObjects(conjunction, node, context)) return []
  const members = node.schema['properties'] as Readonly<Record<string, unknown>>
  return Object.keys(members).flatMap((name) => {
    const schema = members[name] === false ? false : node.subschema('properties', name)
    return checkMember(conjunction, node, name, 'properties', schema, context)
  })
}

export const checkAdditionalProperties: KeywordCheck = (conjunction, node, context) => {
  if (!acceptsObjects(conjunction, node, context)) return []
  const members = node.schema['properties']
  const listed = new Set(isObject(members) ? Object.keys(members) : [])
  const others = [...conjunction.memberNames].filter((name) => !listed.has(name))
  const schema =
    node.schema['additionalProperties'] === false ? false : node.subschema('additionalProperties')
  const unlisted = unusedName(new Set([...conjunction.memberNames, ...listed]))
  return [...others, unlisted].flatMap((name) =>
    checkMember(conjunction, node, name, 'additionalProperties', schema, context),
  )
}

export const checkItems: KeywordCheck = (conjunction, node, context) => {
  const schema = node.subschema('items')
  if (!schema || !appliesTo('array', conjunction, node)) return []
  const length = Math.max(1, conjunction.minItems)
  return context
    .incompatibilities(conjunction.items, schema)
    .flatMap((found) => lift(found, '/0', (item) => context.examples.arrayOf(conjunction, item, length)))
}

const acceptsObjects = (conjunction: Conjunction, node: SchemaNode, { examples }: CheckContext): boolean =>
  appliesTo('object', conjunction, node) && examples.ofType(conjunction, 'object') !== 'none'

/** A member name that neither schema lists. */
function unusedName(names: ReadonlySet<string>): string {
  let name = 'other'
  while (names.has(name)) name += '_'
  return name
}

/** @param schema of the member in the new schema; `false` if it forbids the member, undefined if any value is valid. */
function checkMember(
  conjunction: Conjunction,
  node: SchemaNode,
  name: string,
  keyword: 'properties' | 'additionalProperties',
  schema: SchemaNode | false | undefined,
  context: CheckContext,
): Incompatibility[] {
  const member = conjunction.member(name)
  if (!member || schema === undefined) return []
  const message = `member ${quote(name)} is no longer allowed`
  const found =
    schema === false
      ? incompatibility(context.examples.any(member), about(conjunction, node, keyword, message))
      : context.incompatibilities(member, schema)
  return found.flatMap((each) =>
    lift(each, token(name), (value) => context.examples.objectWith(conjunction, { [name]: value })),
  )
}

/** Turns an incompatibility of a member or an item into one of the value that contains it. */
function lift(
  { value, path, ...rest }: Incompatibility,
  step: string,
  embed: (value: Json) => Example,
): Incompatibility[] {
  return incompatibility(value === undefined ? 'unknown' : embed(value), { ...rest, path: step + path })
}
