import type { Schema } from './description.ts'

/** A schema and all schemas in its `allOf`, as one list of constraints. */
export interface Constraints {
  /** Undefined: any type. */
  types: ReadonlySet<string> | undefined
  /** The values of `enum` and `const`, as JSON text. Undefined: any value. */
  values: ReadonlySet<string> | undefined
  limits: ReadonlyMap<string, number>
  patterns: ReadonlySet<string>
  formats: ReadonlySet<string>
  required: ReadonlySet<string>
  /** The schemas of each member; it must conform to all of them. */
  properties: ReadonlyMap<string, readonly Schema[]>
  /** Whether other members are not allowed. */
  closed: boolean
  items: readonly Schema[]
  /** Each entry is a list of alternatives. */
  alternatives: readonly (readonly Schema[])[]
  /** All other keywords that are not annotations, as JSON text. */
  others: ReadonlyMap<string, string>
  defaults: ReadonlySet<string>
}

/** The keywords that limit a number, a length or a count, and whether a larger limit accepts more. */
export const LIMITS: ReadonlyMap<string, boolean> = new Map([
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map(
    (name) => [name, true] as const,
  ),
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map(
    (name) => [name, false] as const,
  ),
])

const ANNOTATIONS = [
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
]

export function mergeSchema(...schemas: readonly Schema[]): Constraints {
  const limits = new Map<string, number>()
  const patterns = new Set<string>()
  const formats = new Set<string>()
  const required = new Set<string>()
  const properties = new Map<string, Schema[]>()
  const items: Schema[] = []
  const alternatives: Schema[][] = []
  const others = new Map<string, string>()
  const defaults = new Set<string>()
  let types: Set<string> | undefined
  let values: Set<string> | undefined
  let closed = false
  const limitTypes = (names: readonly string[]) => {
    types = intersection(
      types,
      new Set(names.flatMap((name) => (name === 'number' ? ['number', 'integer'] : [name]))),
    )
  }
  for (const [keyword, value] of schemas.flatMap(keywordsOf)) {
    const larger = LIMITS.get(keyword)
    if (keyword === 'type') limitTypes([value].flat() as string[])
    else if (keyword === 'enum') values = intersection(values, textsOf(value as unknown[]))
    else if (keyword === 'const') values = intersection(values, textsOf([value]))
    else if (larger !== undefined) {
      const limit = value as number
      const known = limits.get(keyword) ?? limit
      limits.set(keyword, larger ? Math.min(known, limit) : Math.max(known, limit))
    } else if (keyword === 'pattern') patterns.add(value as string)
    else if (keyword === 'format') formats.add(value as string)
    else if (keyword === 'required') for (const name of value as string[]) required.add(name)
    else if (keyword === 'properties') {
      for (const [name, schema] of Object.entries(value as Record<string, Schema>)) {
        properties.set(name, [...(properties.get(name) ?? []), schema])
      }
    } else if (keyword === 'additionalProperties' && value === false) closed = true
    else if (keyword === 'items') items.push(value as Schema)
    else if (keyword === 'anyOf') alternatives.push(value as Schema[])
    else if (keyword === 'default') defaults.add(JSON.stringify(value))
    else if (!ANNOTATIONS.includes(keyword) && !keyword.startsWith('x-'))
      others.set(keyword, JSON.stringify(value))
  }
  return {
    ...{
      types,
      values,
      limits,
      patterns,
      formats,
      required,
      properties,
      closed,
      items,
      alternatives,
      others,
    },
    defaults,
  }
}

function keywordsOf(schema: Schema): [string, unknown][] {
  const { allOf = [], ...own } = schema
  return [...Object.entries(own), ...(allOf as Schema[]).flatMap(keywordsOf)]
}

const textsOf = (values: readonly unknown[]): Set<string> =>
  new Set(values.map((value) => JSON.stringify(value)))

function intersection(a: ReadonlySet<string> | undefined, b: ReadonlySet<string>): Set<string> {
  return a === undefined ? new Set(b) : new Set([...a].filter((item) => b.has(item)))
}
