import { isObject, type Json, type Validator } from '@workbench/contracts/no-files'

import { targetOf } from './target-of.ts'
import type { Member, Schema, Shape } from './shape.ts'

const SCALARS = ['string', 'number', 'integer', 'boolean']

/** Keywords whose values in two schemas cannot replace each other without excluding valid values. */
const STRUCTURE = ['properties', 'required', 'additionalProperties', 'items', 'if', 'then']

/** The shape of the values that a contract accepts. */
export function shapeOf(contract: Validator): Shape {
  const document = contract['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  return shapeAt(document, document, [])
}

/**
 * Keywords beside `$ref` take precedence.
 * @param document contains the targets of all references
 * @param references those that lead to the schema; a recursive one has any value
 */
function shapeAt(schema: unknown, document: Schema, references: readonly string[]): Shape {
  if (!isObject(schema)) return anyShape({}, true)
  const isNullable = allowsNull(schema, document)
  const { $ref, ...own } = schema
  if (typeof $ref !== 'string')
    return shapeOfOwn(own, isNullable, (part) => shapeAt(part, document, references))
  if (references.includes($ref)) return anyShape(own, isNullable)
  const target = targetOf($ref, document)
  const shape = shapeAt({ ...target, ...own }, document, [...references, $ref])
  const isAny = STRUCTURE.some((name) => name in own && name in target)
  return isAny ? anyShape(shape.schema, isNullable) : { ...shape, isNullable }
}

const anyShape = (schema: Schema, isNullable: boolean): Shape => ({ kind: 'any', schema, isNullable })

/** Whether null is valid: only these keywords constrain it. */
const allowsNull = (schema: Schema, document: Schema): boolean =>
  (schema['type'] === undefined || typesOf(schema).includes('null')) &&
  (valuesOf(schema)?.includes(null) ?? true) &&
  (schema['$ref'] === undefined || allowsNull(targetOf(schema['$ref'] as string, document), document)) &&
  (schema['if'] === undefined ||
    !allowsNull(schema['if'] as Schema, document) ||
    allowsNull((schema['then'] ?? {}) as Schema, document))

/** The shape of a schema without `$ref`. */
function shapeOfOwn(schema: Schema, isNullable: boolean, shapeOfPart: (part: unknown) => Shape): Shape {
  const types = typesOf(schema)
  const others = types.filter((type) => type !== 'null')
  const values = valuesOf(schema)
  if (values) {
    const allowed = values.filter((value) => value !== null)
    const typesOfValues = new Set(allowed.map((value) => typeof value))
    if (typesOfValues.has('object')) return anyShape(schema, isNullable)
    return { kind: 'scalar', schema, isNullable, types: [...typesOfValues], values: allowed }
  }
  if (types.length === 0) return anyShape(schema, isNullable)
  if (others.every((type) => SCALARS.includes(type)))
    return { kind: 'scalar', schema, isNullable, types: others }
  if (others.length > 1) return anyShape(schema, isNullable)
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
