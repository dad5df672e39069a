import fc from 'fast-check'

/** A schema that uses the supported keywords, as JSON. */
export type Schema = Record<string, unknown>

const NAMES = ['a', 'b', 'c']
const PATTERNS = ['^a', 'b$', '^[ab]*$', '^x[0-9]{2}$']
const DEFINITIONS = ['one', 'two']

/** A small set of values, so that the values of two generated schemas overlap. */
const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom<unknown[]>(null, true, false, 0, 1, 2, -1, 0.5, '', 'a', 'ab', 'b', 'x12', '😀'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES, 'other', 'd'), tie('value'), { maxKeys: 3 }),
  ),
})).value

/** Schemas with all supported keywords: nested, with `$ref` that may be recursive, with `if` and `then`. */
export function schemas({ usesPatterns }: { readonly usesPatterns: boolean }): fc.Arbitrary<Schema> {
  const schema = fc.letrec<{ schema: Schema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      leaf(usesPatterns),
      arrayOf(tie('schema')),
      objectOf(tie('schema')),
      mixed(tie('schema'), usesPatterns),
    ),
  })).schema
  return fc
    .record({ root: schema, one: schema, two: schema })
    .map(({ root, one, two }) => ({ ...root, $defs: { one, two } }))
}

/** Returns whether a schema can be compiled: not if its `$ref` form a cycle without a member or an item between them. */
export const isCompilableBy =
  (compileSchema: (schema: Schema) => unknown) =>
  (schema: Schema): boolean => {
    try {
      compileSchema(schema)
      return true
    } catch (error) {
      if (error instanceof Error && error.name === 'SchemaError') return false
      throw error
    }
  }

const scalarTypes = ['null', 'boolean', 'number', 'integer', 'string'] as const
const types = [...scalarTypes, 'array', 'object'] as const

const strings = (usesPatterns: boolean) =>
  fc.record(
    { maxLength: fc.nat({ max: 3 }), ...(usesPatterns && { pattern: fc.constantFrom(...PATTERNS) }) },
    { requiredKeys: [] },
  )

const numbers = fc.record(
  { minimum: fc.constantFrom(-1, 0, 0.5, 1), maximum: fc.constantFrom(0, 1, 1.5, 2) },
  { requiredKeys: [] },
)

const leaf = (usesPatterns: boolean): fc.Arbitrary<Schema> =>
  fc.oneof(
    fc.record({ type: fc.constantFrom(...types) }),
    fc.record({ type: fc.uniqueArray(fc.constantFrom(...types), { minLength: 1, maxLength: 3 }) }),
    fc.record({
      enum: fc.uniqueArray(value, { minLength: 1, maxLength: 4, selector: (item) => JSON.stringify(item) }),
    }),
    fc.record({ const: value }),
    fc.tuple(fc.constantFrom('string', 'string', undefined), strings(usesPatterns)).map(typed),
    fc.tuple(fc.constantFrom('number', 'integer', undefined), numbers).map(typed),
    fc.constantFrom(...DEFINITIONS).map((name) => ({ $ref: `#/$defs/${name}` })),
  )

const typed = ([type, rest]: [string | undefined, Schema]): Schema => ({
  ...(type !== undefined && { type }),
  ...rest,
})

const arrayOf = (schema: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  fc
    .tuple(
      fc.constantFrom('array', undefined),
      fc.record({ items: schema, minItems: fc.nat({ max: 2 }) }, { requiredKeys: [] }),
    )
    .map(typed)

const objectOf = (schema: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  fc
    .tuple(
      fc.constantFrom('object', 'object', undefined),
      fc.record(
        {
          properties: fc.dictionary(
            fc.constantFrom(...NAMES),
            fc.oneof(
              { weight: 6, arbitrary: schema },
              { weight: 1, arbitrary: fc.boolean() as unknown as fc.Arbitrary<Schema> },
            ),
            { maxKeys: 3 },
          ),
          required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
          additionalProperties: fc.oneof(fc.constant(false), fc.constant(false), fc.constant(true), schema),
        },
        { requiredKeys: [] },
      ),
    )
    .map(typed)

/** Keywords of several types in one schema, `$ref` with siblings, `if` and `then`. */
const mixed = (schema: fc.Arbitrary<Schema>, usesPatterns: boolean): fc.Arbitrary<Schema> =>
  fc.oneof(
    fc
      .tuple(strings(usesPatterns), numbers, objectOf(schema))
      .map((parts) => Object.assign({}, ...parts) as Schema),
    fc
      .tuple(fc.constantFrom(...DEFINITIONS), leaf(usesPatterns))
      .map(([name, rest]) => ({ ...rest, $ref: `#/$defs/${name}` })),
    fc
      .tuple(objectOf(schema), schema, schema)
      .map(([rest, condition, then]) => ({ ...rest, if: condition, then })),
  )

/** A schema and a copy of it with one keyword changed, added or removed in a random subschema. */
export const editedPair = (options: { readonly usesPatterns: boolean }): fc.Arbitrary<[Schema, Schema]> =>
  fc
    .tuple(
      schemas(options),
      fc.nat(),
      leaf(options.usesPatterns),
      fc.constantFrom('merge', 'replace', 'remove', 'drop', 'swap'),
    )
    .map(([schema, seed, other, kind]) => {
      const edited = structuredClone(schema)
      const subschemas = subschemasOf(edited)
      const subschema = subschemas[seed % subschemas.length] ?? edited
      const keywords = Object.keys(subschema).filter((name) => name !== '$defs')
      const keyword = keywords[seed % Math.max(1, keywords.length)]
      if (kind === 'merge') Object.assign(subschema, other)
      else if (kind === 'remove' && keyword !== undefined) Reflect.deleteProperty(subschema, keyword)
      else if (kind === 'drop') changeLimits(subschema, seed)
      else if (kind === 'swap') return [edited, schema]
      else if (keyword !== undefined && Object.hasOwn(other, keyword)) subschema[keyword] = other[keyword]
      else changeLimits(subschema, seed)
      return [schema, edited]
    })

/** Changes limits by one and shortens lists by one. */
function changeLimits(subschema: Schema, seed: number): void {
  for (const name of ['maxLength', 'minimum', 'maximum', 'minItems']) {
    const limit = subschema[name]
    if (typeof limit === 'number')
      subschema[name] = Math.max(name === 'minimum' ? -5 : 0, limit + (seed % 2 === 0 ? 1 : -1))
  }
  for (const name of ['required', 'enum']) {
    const list = subschema[name]
    if (Array.isArray(list) && list.length > 1) subschema[name] = list.slice(1) as unknown[]
  }
}

function subschemasOf(schema: unknown): Schema[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return []
  const own = schema as Schema
  const members = ['properties', '$defs'].flatMap((name) =>
    Object.values(own[name] ?? {}).flatMap(subschemasOf),
  )
  return [
    own,
    ...members,
    ...['items', 'additionalProperties', 'if', 'then'].flatMap((name) => subschemasOf(own[name])),
  ]
}

/** Artifacts made of the values and member names that the generated schemas use. */
export const artifacts: fc.Arbitrary<unknown> = value
