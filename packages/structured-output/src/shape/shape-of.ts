import { isObject, type Json, type Validator } from '@workbench/contracts/no-files'

import { resolve } from './resolve.ts'
import type { Member, Schema, Shape } from './shape.ts'

const SCALARS = ['string', 'number', 'integer', 'boolean']

/** The shape of the values that a contract accepts. */
export function shapeOf(contract: Validator): Shape {
  const document = contract['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  return shapeAt(document, document, [])
}

/** @param references the references that lead to the schema; a recursive one has any value */
function shapeAt(original: unknown, document: Schema, references: readonly string[]): Shape {
  if (!isObject(original)) return { kind: 'any', schema: {}, isNullable: true }
  const { schema, visited, isRepresentable } = resolve(original, document, references)
  const types = typesOf(schema)
  const isNullable = types.includes('null')
  const others = types.filter((type) => type !== 'null')
  const values = valuesOf(schema)
  if (!isRepresentable || (values && !values.every(isScalar)) || (!values && types.length === 0))
    return { kind: 'any', schema, isNullable: true }
  if (values) {
    const allowed = values.filter((value) => value !== null)
    const typesOfValues = new Set(allowed.map((value) => typeof value))
    return {
      kind: 'scalar',
      schema,
      isNullable: values.includes(null),
      types: [...typesOfValues],
      values: allowed,
    }
  }
  if (others.every((type) => SCALARS.includes(type)))
    return { kind: 'scalar', schema, isNullable, types: others }
  if (others.length > 1) return { kind: 'any', schema, isNullable: true }
  const shapeOfPart = (part: unknown) => shapeAt(part, document, visited)
  if (others[0] === 'array') return { kind: 'list', schema, isNullable, items: shapeOfPart(schema['items']) }
  if (schema['additionalProperties'] !== false || schema['properties'] === undefined)
    return { kind: 'json-text', schema, isNullable }
  return { kind: 'object', schema, isNullable, members: membersOf(schema, shapeOfPart) }
}

function membersOf(
  { properties, required = [] }: Schema,
  shapeOfPart: (schema: unknown) => Shape,
): ReadonlyMap<string, Member> {
  const names = required as readonly string[]
  // A member whose schema is `false` cannot be present.
  const possible = Object.entries(properties as Schema).filter(([, member]) => member !== false)
  return new Map(
    possible.map(([name, member]) => [
      name,
      { shape: shapeOfPart(member), isRequired: names.includes(name) },
    ]),
  )
}

const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : ([type].flat() as string[])

function valuesOf(schema: Schema): readonly Json[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const'] as Json]
  return schema['enum'] as readonly Json[] | undefined
}

const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null
