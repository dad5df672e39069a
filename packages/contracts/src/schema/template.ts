import { isArray, type Json, type JsonObject } from '../json.ts'
import { exampleText } from '../regexp/example-text.ts'
import type { ConstraintSet, SchemaNode } from './types.ts'
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
  for (const optionalItems of [1, 0]) {
    const template = build([node], { optionalItems, depth: 0, budget: { values: MAX_VALUES } })
    if (template === undefined) return undefined
    if (JSON.stringify(template).length <= MAX_LENGTH && node.isValid(template, 0)) return template
  }
  return undefined
}

interface BuildOptions {
  readonly optionalItems: number
  readonly depth: number
  /** The number of values that may still be built: the members of a recursive schema multiply at each level. */
  readonly budget: { values: number }
}

/** The values of keywords, which compilation has checked. */
interface KeywordValues {
  readonly enum: readonly Json[]
  readonly type: string | readonly string[]
  readonly minItems: number
  readonly pattern: string
  readonly maxLength: number
  readonly format: string
  readonly minimum: number
  readonly maximum: number
}

/** Builds a value for schemas that all apply to it. The result may be invalid, because conditions are not considered. */
function build(roots: readonly SchemaNode[], options: BuildOptions): Json | undefined {
  if (options.depth > MAX_DEPTH || --options.budget.values < 0) return undefined
  const nodes = withReferences(roots)
  const schemas = nodes.map(({ schema }) => schema)
  const valueOf = <Name extends keyof KeywordValues>(keyword: Name) =>
    schemas.find((schema) => Object.hasOwn(schema, keyword))?.[keyword] as KeywordValues[Name] | undefined
  const constant = schemas.find((schema) => Object.hasOwn(schema, 'const'))
  if (constant) return constant['const'] as Json
  const allowed = valueOf('enum')
  if (allowed) return allowed[0]
  const type = valueOf('type')
  const sets = nodes.map(({ constraints }) => constraints)
  switch (isArray(type) ? type[0] : (type ?? impliedType(schemas))) {
    case 'object':
      return objectTemplate(sets, options)
    case 'array':
      return arrayTemplate(sets, valueOf('minItems'), options)
    case 'string':
      return stringTemplate(valueOf('pattern'), valueOf('maxLength'), valueOf('format'))
    case 'number':
    case 'integer':
      return numberTemplate(valueOf('minimum'), valueOf('maximum'))
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return undefined
  }
}

/** The type of the values to which a keyword of the schemas applies. */
function impliedType(schemas: readonly JsonObject[]): string | undefined {
  const keyword = Object.keys(TYPE_OF).find((name) => schemas.some((schema) => Object.hasOwn(schema, name)))
  return keyword === undefined ? undefined : TYPE_OF[keyword]
}

const TYPE_OF: Readonly<Record<string, string>> = {
  properties: 'object',
  required: 'object',
  additionalProperties: 'object',
  items: 'array',
  minItems: 'array',
  pattern: 'string',
  maxLength: 'string',
  minimum: 'number',
  maximum: 'number',
}

function objectTemplate(sets: readonly ConstraintSet[], options: BuildOptions): Json | undefined {
  const template: Record<string, Json> = {}
  for (const name of new Set(sets.flatMap(({ members }) => members?.required ?? []))) {
    const schemas = sets
      .map(({ members }) => members?.properties.get(name))
      .filter((schema) => typeof schema === 'object')
    const value = build(schemas, { ...options, depth: options.depth + 1 })
    // Not an assignment: `__proto__` is an ordinary member name.
    Object.defineProperty(template, name, {
      value: value ?? PLACEHOLDER,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return template
}

function arrayTemplate(sets: readonly ConstraintSet[], required = 0, options: BuildOptions): Json {
  const schemas = sets.flatMap(({ items }) => items.map(({ each }) => each))
  if (required > MAX_ITEMS) return []
  const item = schemas.length > 0 ? build(schemas, { ...options, depth: options.depth + 1 }) : undefined
  const count = item === undefined ? required : Math.max(required, options.optionalItems)
  return Array.from({ length: count }, () => item ?? PLACEHOLDER)
}

/** More items would not fit into a template. */
const MAX_ITEMS = 100

const PLACEHOLDER = '…'

/** Examples for the formats of dates, https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3.1 */
const FORMATS: ReadonlyMap<unknown, string> = new Map([
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T09:00:00Z'],
])

function stringTemplate(pattern?: string, maxLength?: number, format?: string): string | undefined {
  if (pattern !== undefined) return exampleText(pattern)
  return maxLength === 0 ? '' : (FORMATS.get(format) ?? PLACEHOLDER)
}

function numberTemplate(minimum = -Infinity, maximum = Infinity): number {
  const least = Math.ceil(minimum)
  const most = Math.floor(maximum)
  return least > most ? minimum : Math.min(Math.max(0, least), most)
}
