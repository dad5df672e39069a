import { isObject, type Json, type Validator } from '@workbench/contracts/no-files'

import { resolve } from './resolve.ts'
import type { Member, Schema, Shape } from './shape.ts'

const SCALARS = ['string', 'number', 'integer', 'boolean']

/** The shape of the values that a contract accepts. */
export function shapeOf(contract: Validator): Shape {
  const document = contract['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  return new Shapes(document).shapeOf(document, [])
}

class Shapes {
  readonly #document: Schema

  constructor(document: Schema) {
    this.#document = document
  }

  /** @param references the references that lead to the schema; a recursive one has any value */
  shapeOf(original: unknown, references: readonly string[]): Shape {
    if (!isObject(original)) return { kind: 'any', schema: {}, isNullable: true }
    const { schema, visited, isRepresentable } = resolve(original, this.#document, references)
    const types = typesOf(schema)
    const isNullable = types.includes('null')
    const others = types.filter((type) => type !== 'null')
    const values = valuesOf(schema)
    if (!isRepresentable || (values && !values.every(isScalar)) || (!values && types.length === 0))
      return { kind: 'any', schema, isNullable: true }
    if (values)
      return {
        kind: 'scalar',
        schema,
        isNullable: values.includes(null),
        types: [...new Set(values.filter((value) => value !== null).map((value) => typeOfScalar(value)))],
        values: values.filter((value) => value !== null),
      }
    if (others.every((type) => SCALARS.includes(type)))
      return { kind: 'scalar', schema, isNullable, types: others }
    if (others.length > 1) return { kind: 'any', schema, isNullable: true }
    if (others[0] === 'array')
      return { kind: 'list', schema, isNullable, items: this.shapeOf(schema['items'], visited) }
    if (schema['additionalProperties'] !== false || schema['properties'] === undefined)
      return { kind: 'json-text', schema, isNullable }
    return { kind: 'object', schema, isNullable, members: this.#members(schema, visited) }
  }

  #members({ properties, required = [] }: Schema, visited: readonly string[]): ReadonlyMap<string, Member> {
    // A member whose schema is `false` cannot be present.
    const possible = Object.entries(properties as Schema).filter(([, member]) => member !== false)
    return new Map(
      possible.map(([name, member]) => [
        name,
        {
          shape: this.shapeOf(member, visited),
          isRequired: (required as readonly string[]).includes(name),
        },
      ]),
    )
  }
}

const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : ([type].flat() as string[])

function valuesOf(schema: Schema): readonly Json[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const'] as Json]
  return schema['enum'] as readonly Json[] | undefined
}

const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null

const typeOfScalar = (value: Json): string => typeof value
