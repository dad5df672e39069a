import { isString, type JsonObject, segments, token } from '@workbench/json-text'
import { supportedKeywords } from '../schema/keywords/supported-keywords.ts'
import { Bundle, type FindSchema, mapSubschemas } from './self-contained.ts'

/** Standard JSON Schema version 1, the interface by which other libraries read a schema: https://standardschema.dev */
export interface StandardJsonSchema {
  readonly jsonSchema: {
    /**
     * Returns the contract as one schema that contains everything to which it refers.
     * @throws {TypeError} if the target is neither `draft-2020-12` nor `draft-07`.
     */
    readonly input: (options: JsonSchemaOptions) => Record<string, unknown>
    /** The same as `input`, because validation does not change the value. */
    readonly output: (options: JsonSchemaOptions) => Record<string, unknown>
  }
}

/** Options of a conversion to JSON Schema. */
export interface JsonSchemaOptions {
  /** The version of JSON Schema: `draft-2020-12` or `draft-07`. */
  readonly target: string
}

/** The Standard JSON Schema of a contract file. */
export function standardJsonSchema(name: string, schema: JsonObject, find: FindSchema): StandardJsonSchema {
  const convert = ({ target }: JsonSchemaOptions) => {
    const toTarget = targets.get(target)
    if (toTarget) return toTarget(withOpenObjects(selfContained(name, schema, find)))
    const expected = [...targets.keys()].map((known) => JSON.stringify(known)).join(' or ')
    throw new TypeError(`Expected the target ${expected}; received ${JSON.stringify(target)}`)
  }
  return { jsonSchema: { input: convert, output: convert } }
}

function selfContained(name: string, schema: JsonObject, find: FindSchema): JsonObject {
  const bundle = new Bundle(find, { name, schema })
  const root = bundle.rewrite(schema, '#') as JsonObject
  const $defs = { ...(root['$defs'] as JsonObject | undefined), ...bundle.defs }
  // Callers may change the result.
  return structuredClone(Object.keys($defs).length > 0 ? { ...root, $defs } : root)
}

/** Writes `{}` where any other member is allowed: the AI SDK closes objects without it, and with `true`. */
function withOpenObjects(schema: JsonObject): JsonObject {
  const written = mapSubschemas(schema, (subschema) => {
    const { type, additionalProperties = true } = subschema
    const isOpen = additionalProperties === true && [type].flat().includes('object')
    return isOpen ? { ...subschema, additionalProperties: {} } : subschema
  })
  return written as JsonObject
}

const targets: ReadonlyMap<string, (schema: JsonObject) => Record<string, unknown>> = new Map([
  ['draft-2020-12', (schema: JsonObject) => ({ ...schema })],
  ['draft-07', toDraft07],
])

/** The supported keywords mean the same in draft 7, except `$ref`, which has no effect on keywords beside it. */
function toDraft07(schema: JsonObject): Record<string, unknown> {
  const converted = mapSubschemas(schema, ({ $schema, $defs, $ref, ...others }) => ({
    ...($schema !== undefined && { $schema: 'http://json-schema.org/draft-07/schema#' }),
    ...(isString($ref) &&
      (Object.keys(others).length === 0 ? toDefinition($ref) : { allOf: [toDefinition($ref)] })),
    ...others,
    ...($defs !== undefined && { definitions: $defs }),
  }))
  return converted as Record<string, unknown>
}

/** Replaces each `$defs` of a reference that is a keyword, not the name of a member. It may be percent-encoded. */
function toDefinition(reference: string): { readonly $ref: string } {
  let isKeyword = true
  const path = segments(reference).map((segment) => {
    const name = decodeURIComponent(segment)
    const converted = isKeyword && name === '$defs' ? 'definitions' : segment
    isKeyword = !isKeyword || supportedKeywords.get(name)?.subschemas !== 'members'
    return token(converted)
  })
  return { $ref: `#${path.join('')}` }
}
