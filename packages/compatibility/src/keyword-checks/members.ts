import { type Json, quote, token } from '@workbench/json-text'
import type { MemberSchema, SchemaNode } from '@workbench/contracts/internal'
import type { Conjunction } from '../schemas/conjunction.ts'
import type { Example } from '../examples/example.ts'
import { type Incompatibility, incompatibility } from './incompatibility.ts'
import { about, answer, appliesTo, type CheckContext, type KeywordCheck } from './keyword-check.ts'

export const checkRequired: KeywordCheck = (conjunction, node, context) => {
  if (!acceptsObjects(conjunction, node, context)) return 'compatible'
  const names = node.constraints.members?.required ?? []
  const added = names.filter((name) => !conjunction.required.has(name))
  const found = added.flatMap((name) => {
    const missing = about(conjunction, node, 'required', `member ${quote(name)} is now required`)
    const example = context.examples.objectWith(conjunction, {}, name)
    return incompatibility(example, { ...missing, path: token(name) })
  })
  return answer(found)
}

export const checkProperties: KeywordCheck = (conjunction, node, context) => {
  if (!acceptsObjects(conjunction, node, context)) return 'compatible'
  const { properties = new Map<string, MemberSchema>() } = node.constraints.members ?? {}
  const found = Array.from(properties).flatMap(([name, schema]) =>
    checkMember({ conjunction, node, name, keyword: 'properties', schema }, context),
  )
  return answer(found)
}

export const checkAdditionalProperties: KeywordCheck = (conjunction, node, context) => {
  const { members } = node.constraints
  if (!members || !acceptsObjects(conjunction, node, context)) return 'compatible'
  const { known, additionalProperties: schema } = members
  const others = [...conjunction.memberNames].filter((name) => !known.includes(name))
  const unlisted = unusedName(new Set([...conjunction.memberNames, ...known]))
  const found = [...others, unlisted].flatMap((name) =>
    checkMember({ conjunction, node, name, keyword: 'additionalProperties', schema }, context),
  )
  return answer(found)
}

export const checkItems: KeywordCheck = (conjunction, node, context) => {
  const { items } = node.constraints
  if (!items || !appliesTo('array', conjunction, node)) return 'compatible'
  const length = Math.max(1, conjunction.minItems)
  const found = context
    .incompatibilities(conjunction.items, items)
    .flatMap((each) => lift(each, '/0', (item) => context.examples.arrayOf(conjunction, item, length)))
  return answer(found)
}

const acceptsObjects = (conjunction: Conjunction, node: SchemaNode, { examples }: CheckContext): boolean =>
  appliesTo('object', conjunction, node) && examples.ofType(conjunction, 'object') !== 'none'

/** A member name that neither schema lists. */
function unusedName(names: ReadonlySet<string>): string {
  let name = 'other'
  while (names.has(name)) name += '_'
  return name
}

interface CheckedMember {
  readonly conjunction: Conjunction
  readonly node: SchemaNode
  readonly name: string
  readonly keyword: 'properties' | 'additionalProperties'
  /** Of the member in the new schema. */
  readonly schema: MemberSchema
}

function checkMember(
  { conjunction, node, name, keyword, schema }: CheckedMember,
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
