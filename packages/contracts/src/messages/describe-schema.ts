import { escapeText, formatJson, isString, memoized, stringifyEscaped } from '@workbench/json-text'
import { exampleText } from '../regexp/example-text.ts'
import { parseReference } from '../schema/parse-reference.ts'
import type { MembersConstraint, MemberSchema, SchemaNode, TestKeyword } from '../schema/types.ts'
import type { Expectations, TypeName } from '../schema/expectations.ts'
import { formatList, pluralize } from './describe-value.ts'

/**
 * Completes the phrase "expected …", for example `a string, at most 80 characters`.
 * @param levels how many levels of nesting are described
 */
export function describeSchema({ constraints, schema }: SchemaNode, levels: number): string {
  const { tests, members, items, reference } = constraints
  const phrases = tests.map(({ keyword, expected }) => describeTest(keyword, expected))
  if (members && levels > 0) phrases.push(describeMembers(members))
  if (items && levels > 0) phrases.push(`each item ${describeSchema(items, levels - 1)}`)
  if (reference) phrases.push(describeContract(schema['$ref']) ?? describeSchema(reference, levels))
  let description = ''
  for (const phrase of phrases) {
    const separator = phrase.startsWith('with ') ? ' ' : ', '
    if (phrase !== '') description += description === '' ? phrase : separator + phrase
  }
  return description || 'any value'
}

/** The phrase of one keyword, for example `at most 80 characters`. */
export const describeTest = <Keyword extends TestKeyword>(
  keyword: Keyword,
  expected: Expectations[Keyword],
): string => PHRASES[keyword](expected)

const PHRASES: { readonly [Keyword in TestKeyword]: (expected: Expectations[Keyword]) => string } = {
  type: (names) => names.map((name) => TYPES[name]).join(' or '),
  const: formatJson,
  enum: memoized((values) => (values.length === 1 ? '' : 'one of ') + formatList(values, 'or')),
  pattern: (source) => {
    const example = exampleText(source)
    const suffix = example === undefined ? '' : ` (for example ${stringifyEscaped(example)})`
    return `text that matches ${escapeText(source)}${suffix}`
  },
  maxLength: (limit) => `at most ${pluralize(limit, 'character')}`,
  minimum: (limit) => `at least ${limit}`,
  maximum: (limit) => `at most ${limit}`,
  minItems: (limit) => `at least ${pluralize(limit, 'item')}`,
}

const TYPES: Readonly<Record<TypeName, string>> = {
  null: 'null',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  number: 'a number',
  string: 'a string',
  integer: 'an integer',
}

/** For example `with "given", "when" and "then" (strings)`. The types are named if they are the same. */
function describeMembers({ required, properties }: MembersConstraint): string {
  if (required.length === 0) return ''
  const types = new Set(required.map((name) => typeOf(properties.get(name))))
  const [type] = types
  const plural = types.size === 1 && isString(type) ? ` (${type}${required.length === 1 ? '' : 's'})` : ''
  return `with ${formatList(required, 'and')}${plural}`
}

const typeOf = (member: MemberSchema | undefined): unknown =>
  typeof member === 'object' ? member.schema['type'] : undefined

/** For example `a finding.v1`; undefined unless the reference names a whole contract. */
function describeContract(reference: unknown): string | undefined {
  const { name = '', pointer = '' } = (isString(reference) ? parseReference(reference) : undefined) ?? {}
  const contract = /([^/]+)\.schema\.json$/.exec(name)?.[1]
  return contract !== undefined && pointer === '' ? `a ${escapeText(contract)}` : undefined
}

/** Describes an `if`, for example `historyRead is false`. */
export function describeCondition(condition: SchemaNode): string {
  const members = [...(condition.constraints.members?.properties ?? [])]
  if (members.length === 0) return `the value is ${describeSchema(condition, 1)}`
  return members
    .map(([name, member]) => {
      const rule = typeof member === 'object' ? describeSchema(member, 1) : member ? 'any value' : 'absent'
      return `${escapeText(name)} is ${rule}`
    })
    .join(' and ')
}
