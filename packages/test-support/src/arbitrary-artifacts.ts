import fc from 'fast-check'

import { resolve, type Schema, schemaOf } from './contract-files.ts'

/** Generates valid artifacts of a contract, with and without each optional member, with texts in any script. */
export const artifactOf = (id: string): fc.Arbitrary<unknown> =>
  valueOf({ schema: schemaOf(id), file: `${id}.schema.json` })

/** A schema and its file, against which its references are resolved. */
interface Located {
  readonly schema: Schema
  readonly file: string
}

function valueOf(located: Located): fc.Arbitrary<unknown> {
  const { schema, file } = located
  if (typeof schema['$ref'] === 'string') return valueOf(resolve(schema['$ref'], file))
  if ('const' in schema) return fc.constant(schema['const'])
  if ('enum' in schema) return fc.constantFrom(...(schema['enum'] as unknown[]))
  return fc.oneof(...[schema['type']].flat().map((type) => ofType(type as string, located)))
}

function ofType(type: string, located: Located): fc.Arbitrary<unknown> {
  const { schema } = located
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return integerOf(schema)
    case 'number':
      return fc.oneof(integerOf(schema), doubleOf(schema))
    case 'string':
      return textOf(schema)
    case 'array':
      return listOf(located)
    case 'object':
      return objectOf(located)
    default:
      throw new Error(`Unknown type ${type}`)
  }
}

const integerOf = ({ minimum = -(2 ** 53) + 1, maximum = 2 ** 53 - 1 }: Schema): fc.Arbitrary<number> =>
  fc.maxSafeInteger().map((number) => Math.min(Math.max(number, minimum as number), maximum as number))

const doubleOf = ({ minimum, maximum }: Schema): fc.Arbitrary<number> =>
  fc.double({
    noNaN: true,
    noDefaultInfinity: true,
    ...(minimum !== undefined && { min: minimum as number }),
    ...(maximum !== undefined && { max: maximum as number }),
  })

/** `unit: 'binary'` generates code points except surrogates, so that fast-check's `maxLength` counts code points, too. */
function textOf({ pattern, maxLength }: Schema): fc.Arbitrary<string> {
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'))
  const limit = maxLength as number | undefined
  const short = fc.string({ unit: 'binary', maxLength: Math.min(limit ?? 20, 20) })
  if (limit === undefined) return short
  const full = fc.constantFrom('x', 'ß', '€', '😀').map((character) => character.repeat(limit))
  return fc.oneof({ arbitrary: short, weight: 4 }, { arbitrary: full, weight: 1 })
}

function listOf({ schema: { items, minItems = 0 }, file }: Located): fc.Arbitrary<unknown[]> {
  const item =
    items === undefined ? fc.jsonValue({ maxDepth: 2 }) : valueOf({ schema: items as Schema, file })
  return fc.array(item, { minLength: minItems as number, maxLength: (minItems as number) + 2 })
}

function objectOf({ schema, file }: Located): fc.Arbitrary<object> {
  const { properties, required = [] } = schema
  if (properties === undefined) {
    return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true, maxKeys: 4 })
  }
  const members = Object.entries(properties as Schema).map(
    ([name, member]) => [name, valueOf({ schema: member as Schema, file })] as const,
  )
  return fc
    .record(Object.fromEntries(members), { requiredKeys: required as string[], noNullPrototype: true })
    .map((value) => withoutForbidden(value, schema))
}

/** Removes the members that `then` forbids if the value satisfies `if`, of which only `const` members are supported. */
function withoutForbidden(value: Readonly<Record<string, unknown>>, schema: Schema): object {
  const condition = membersOf(schema['if'])
  const consequence = membersOf(schema['then'])
  const applies =
    condition.length > 0 &&
    condition.every(([name, member]) => name in value && value[name] === (member as Schema)['const'])
  const forbidden = consequence.filter(([, member]) => member === false).map(([name]) => name)
  return applies
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !forbidden.includes(name)))
    : value
}

const membersOf = (schema: unknown): [string, unknown][] =>
  Object.entries(((schema as Schema | undefined)?.['properties'] as Schema | undefined) ?? {})
