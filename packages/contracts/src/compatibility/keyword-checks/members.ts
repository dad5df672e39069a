import { type Json, quote, token } from '@workbench/json-text'
import type { MemberSchema, SchemaNode } from '../../schema/types.ts'
import type { Conjunction } from '../conjunction.ts'
import type { Example } from '../example.ts'
import { type Incompatibility, incompatibility } from '../incompatibility.ts'
import { about, appliesTo, type CheckContext, type KeywordCheck } from './keyword-check.ts'

export const checkRequired: KeywordCheck = (conjunction, node, context) => {
  if (!acceptsObjects(conjunction, node, context)) return []
  const names = node.constraints.members?.required ?? []
  const added = names.filter((name) => !conjunction.required.has(name))
  return added.flatMap((name) => {
    const found = about(conjunction, node, 'required', `member ${quote(name)} is now required`)
    const example = context.examples.objectWith(conjunction, {}, name)
    return incompatibility(example, { ...found, path: token(name) })
  })
}

export const checkProperties: KeywordCheck = (conjunction, node, context) => {
  if (!acceptsObjects(conjunction, node, context)) return []
  return Array.from(node.constraints.members?.properties ?? []).flatMap(([name, schema]) =>
    checkMember(conjunction, node, name, 'properties', schema, context),
  )
}

export const checkAdditionalProperties: KeywordCheck = (conjunction, node, context) => {
  const { members } = node.constraints
  if (!members || !acceptsObjects(conjunction, node, context)) return []
  const { known, additionalProperties: schema } = members
  const others = [...conjunction.memberNames].filter((name) => !known.includes(name))
  const unlisted = unusedName(new Set([...conjunction.memberNames, ...known]))
  return [...others, unlisted].flatMap((name) =>
    checkMember(conjunction, node, name, 'additionalProperties', schema, context),
  )
}

export const checkItems: KeywordCheck = (conjunction, node, context) => {
  const { items } = node.constraints
  if (!items || !appliesTo('array', conjunction, node)) return []
  const length = Math.max(1, conjunction.minItems)
  return context
    .incompatibilities(conjunction.items, items)
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

/** @param schema of the member in the new schema. */
function checkMember(
  conjunction: Conjunction,
  node: SchemaNode,
  name: string,
  keyword: 'properties' | 'additionalProperties',
  schema: MemberSchema,
  context: CheckContext,
): Incompatibility[] {
  const member = conjunction.member(name)
  if (!member || schema === true) return []
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
