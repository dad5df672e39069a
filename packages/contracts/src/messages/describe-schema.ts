import { escapeText } from '../escape.ts'
import { isObject, isString } from '../json.ts'
import { memoized } from '../memoized.ts'
import { parseReference } from '../schema/parse-reference.ts'
import type { Constraint, SchemaNode, TestKeyword } from '../schema/types.ts'
import type { Expectations, TypeName } from '../schema/expectations.ts'
import { formatJson, formatList, pluralize } from '../violations/messages.ts'

/**
 * Completes the phrase "expected …", for example `a string, at most 80 characters`.
 * @param levels how many levels of nesting are described
 */
export function describeSchema({ keywordConstraints, schema }: SchemaNode, levels: number): string {
  let description = ''
  for (const constraint of keywordConstraints) {
    const phrase = describeConstraint(constraint, schema, levels)
    const separator = phrase.startsWith('with ') ? ' ' : ', '
    if (phrase !== '') description += description === '' ? phrase : separator + phrase
  }
  return description || 'any value'
}

function describeConstraint(constraint: Constraint, schema: SchemaNode['schema'], levels: number): string {
  switch (constraint.kind) {
    case 'test':
      return describeTest(constraint.keyword, constraint.expected)
    case 'members':
      return levels > 0 && constraint.required ? describeMembers(constraint.required, schema) : ''
    case 'items':
      return levels > 0 ? `each item ${describeSchema(constraint.each, levels - 1)}` : ''
    case 'reference':
      return describeContract(schema['$ref']) ?? describeSchema(constraint.node, levels)
    case 'conditional':
      return ''
  }
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
  pattern: (source) => `text that matches ${escapeText(source)}`,
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
function describeMembers(names: readonly string[], { properties }: SchemaNode['schema']): string {
  if (names.length === 0) return ''
  const types = new Set(names.map((name) => typeOf(properties, name)))
  const [type] = types
  const plural = types.size === 1 && isString(type) ? ` (${type}${names.length === 1 ? '' : 's'})` : ''
  return `with ${formatList(names, 'and')}${plural}`
}

function typeOf(properties: unknown, name: string): unknown {
  const schema = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  return isObject(schema) ? schema['type'] : undefined
}

/** For example `a finding.v1`; undefined unless the reference names a whole contract. */
function describeContract(reference: unknown): string | undefined {
  const { name = '', pointer = '' } = (isString(reference) ? parseReference(reference) : undefined) ?? {}
  const contract = /([^/]+)\.schema\.json$/.exec(name)?.[1]
  return contract !== undefined && pointer === '' ? `a ${escapeText(contract)}` : undefined
}

/** Describes an `if`, for example `historyRead is false`. */
export function describeCondition(condition: SchemaNode): string {
  const properties = condition.schema['properties']
  const members = isObject(properties) ? Object.entries(properties) : []
  if (members.length === 0) return `the value is ${describeSchema(condition, 1)}`
  return members
    .map(([name, schema]) => {
      const member = condition.subschema('properties', name)
      const rule = member ? describeSchema(member, 1) : schema === true ? 'any value' : 'absent'
      return `${escapeText(name)} is ${rule}`
    })
    .join(' and ')
}
