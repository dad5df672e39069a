import { isObject, type Json, type Validator } from '@workbench/contracts/no-files'

import { targetOf } from './target-of.ts'
import type { Common, Member, Schema, Shape } from './shape.ts'

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
  if (!isObject(schema)) return { kind: 'any', schema: {}, isNullable: true }
  const isNullable = allowsNull(schema, document)
  const { $ref, ...own } = schema
  if (typeof $ref !== 'string')
    return shapeOfOwn({ schema: own, isNullable }, (part) => shapeAt(part, document, references))
  if (references.includes($ref)) return { kind: 'any', schema: own, isNullable }
  const target = targetOf($ref, document)
  const shape = shapeAt({ ...target, ...own }, document, [...references, $ref])
  const isAny = STRUCTURE.some((name) => name in own && name in target)
  return isAny ? { kind: 'any', schema: shape.schema, isNullable } : { ...shape, isNullable }
}

/** Whether null is valid: only these keywords constrain it. */
const allowsNull = (schema: Schema, document: Schema): boolean =>
  (schema['type'] === undefined || typesOf(schema).includes('null')) &&
  (valuesOf(schema)?.includes(null) ?? true) &&
  (schema['$ref'] === undefined || allowsNull(targetOf(schema['$ref'] as string, document), document)) &&
  (schema['if'] === undefined ||
    !allowsNull(schema['if'] as Schema, document) ||
    allowsNull((schema['then'] ?? {}) as Schema, document))

/** The shape of a schema without `$ref`. */
function shapeOfOwn(common: Common, shapeOfPart: (part: unknown) => Shape): Shape {
  const { schema } = common
  const any: Shape = { kind: 'any', ...common }
  const types = typesOf(schema)
  const others = types.filter((type) => type !== 'null')
  const values = valuesOf(schema)
  if (values) {
    const allowed = values.filter((value) => value !== null)
    const typesOfValues = new Set(allowed.map((value) => typeof value))
    if (typesOfValues.has('object')) return any
    return { kind: 'scalar', ...common, types: [...typesOfValues], values: allowed }
  }
  if (types.length === 0) return any
  if (others.every((type) => SCALARS.includes(type))) return { kind: 'scalar', ...common, types: others }
  if (others.length > 1) return any
  if (others[0] === 'array') return { kind: 'list', ...common, items: shapeOfPart(schema['items']) }
  if (schema['additionalProperties'] !== false || schema['properties'] === undefined)
    return { kind: 'json-text', ...common }
  return { kind: 'object', ...common, members: membersOf(schema, shapeOfPart) }
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
