import { isValidFromRoot } from './evaluation/is-valid-from-root.ts'
import { isArray, isString, type Json, type JsonObject } from '@workbench/json-text'
import type { Constraints, SchemaNode, ValueTypes } from './types.ts'
import { withReferences } from './with-references.ts'

/** The maximum length of a template as JSON text, in UTF-16 code units. */
const MAX_LENGTH = 1000

/** The maximum number of values in a template. */
const MAX_VALUES = 300

/** The maximum nesting of a template. */
const MAX_DEPTH = 6

/**
 * A small value that a schema accepts: the required members of an object, one item of an array, the first value of an
 * enum. Texts are placeholders. Undefined if the schema accepts any value, or if no such value was found.
 */
export function templateOf(node: SchemaNode): Json | undefined {
  // Items are optional in most arrays; they are left out if the template would be too long with them.
  for (const hasOptionalItems of [true, false]) {
    const template = build([node], { hasOptionalItems, depth: 0, budget: { values: MAX_VALUES } })
    if (template === undefined) return undefined
    if (JSON.stringify(template).length <= MAX_LENGTH && isValidFromRoot(node.isValid, template))
      return template
  }
  return undefined
}

interface BuildOptions {
  readonly hasOptionalItems: boolean
  readonly depth: number
  /** The number of values that may still be built: the members of a recursive schema multiply at each level. */
  readonly budget: { values: number }
}

/** Builds a value for schemas that all apply to it. The result may be invalid, because conditions are not considered. */
function build(roots: readonly SchemaNode[], options: BuildOptions): Json | undefined {
  if (options.depth > MAX_DEPTH || --options.budget.values < 0) return undefined
  const nodes = withReferences(roots)
  const schemas = nodes.map(({ schema }) => schema)
  const constant = schemas.find((schema) => Object.hasOwn(schema, 'const'))
  if (constant) return constant['const'] as Json
  const allowed = schemas.map((schema) => schema['enum']).find(isArray)
  if (allowed) return allowed[0] as Json
  const sets = nodes.map(({ constraints }) => constraints)
  return sets
    .flatMap(({ tests }) => tests)
    .reduce<unknown>((value, { adjust }) => adjust(value), start(schemas, sets, options)) as Json | undefined
}

/** A value of the first type that is allowed. */
function start(
  schemas: readonly JsonObject[],
  sets: readonly Constraints[],
  options: BuildOptions,
): Json | undefined {
  const types = schemas.map((schema) => schema['type']).find((type) => type !== undefined)
  switch (isArray(types) ? types[0] : (types ?? impliedType(sets))) {
    case 'object':
      return objectTemplate(sets, options)
    case 'array':
      return arrayTemplate(sets, options)
    case 'string':
      return schemas.map((schema) => FORMATS.get(schema['format'])).find(isString) ?? PLACEHOLDER
    case 'number':
    case 'integer':
      return 0
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return undefined
  }
}

/** The type of the values to which a keyword of the schemas applies. */
function impliedType(sets: readonly Constraints[]): keyof ValueTypes | undefined {
  if (sets.some(({ members }) => members)) return 'object'
  if (sets.some(({ items }) => items)) return 'array'
  return sets.flatMap(({ tests }) => tests).find(({ appliesTo }) => appliesTo !== 'any')?.appliesTo
}

function objectTemplate(sets: readonly Constraints[], options: BuildOptions): Json | undefined {
  const names = new Set(sets.flatMap(({ members }) => members?.required ?? []))
  const template = Array.from(names, (name): [string, Json] => {
    const schemas = sets
      .map(({ members }) => members?.properties.get(name))
      .filter((schema) => typeof schema === 'object')
    return [name, build(schemas, { ...options, depth: options.depth + 1 }) ?? PLACEHOLDER]
  })
  return Object.fromEntries(template)
}

/** At most one item: keywords such as `minItems` repeat it. */
function arrayTemplate(sets: readonly Constraints[], options: BuildOptions): Json {
  const schemas = sets.flatMap(({ items }) => items ?? [])
  const item = schemas.length > 0 ? build(schemas, { ...options, depth: options.depth + 1 }) : undefined
  const isRequired = sets.some(({ tests }) => tests.some(({ isValid }) => !isValid([])))
  return isRequired || (item !== undefined && options.hasOptionalItems) ? [item ?? PLACEHOLDER] : []
}

const PLACEHOLDER = '…'

/** Examples for the formats of dates, https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3.1 */
const FORMATS: ReadonlyMap<unknown, string> = new Map([
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T09:00:00Z'],
])
