import fc from 'fast-check'

import {
  DATES,
  VALID_DATES,
  HOSTILE_NAMES,
  HOSTILE_NUMBERS,
  HOSTILE_TEXTS,
  TEXTS,
  TIMES,
} from './hostile-values.ts'
import type { Parameter, Schema } from '../operations.ts'
import { mostly } from './arbitrary-headers.ts'
import type { Pair } from './step.ts'

/** The start of a value that stands for a member of a known resource: `known:3:updatedAt`. */
export const KNOWN_VALUE = 'known:'

/** Queries for an operation. For an operation without parameters, most are empty. */
export function queryOf(parameters: readonly Parameter[]): fc.Arbitrary<Pair[]> {
  // The more filters a list has, the fewer items each leaves: with many, most pages would be empty.
  const oneIn = parameters.length > 7 ? 4 : 2
  const known = parameters.map((parameter) =>
    mostly([], valuesOf(parameter), isAlwaysUseful(parameter) ? 2 : oneIn).map((values) =>
      values.map((value): Pair => [parameter.name, value]),
    ),
  )
  const names = [...parameters.map(({ name }) => name), ...HOSTILE_NAMES.map(encoded)]
  const invalid = fc.tuple(
    fc.constantFrom(...names, '%', '%zz', '%FF'),
    fc.constantFrom(...HOSTILE_TEXTS.map(encoded), ...HOSTILE_NUMBERS.map(encoded), '%', '%E0%A4', '%00'),
  )
  return fc
    .tuple(fc.tuple(...known), mostly(undefined, invalid, 25))
    .map(([pairs, more]) => [...pairs.flat(), ...(more === undefined ? [] : [more])])
}

const isAlwaysUseful = ({ name }: Parameter): boolean => ['size', 'sort', 'after', 'include'].includes(name)

function valuesOf({ name, schema, isSplit }: Parameter): fc.Arbitrary<string[]> {
  // Longer waits would only make a run longer.
  if (name === 'wait') return fc.constantFrom(['0'], ['1'], ['-1'], ['61'], ['x'], [''], ['0', '0'])
  if (schema['type'] === 'array') return listOf(schema, isSplit)
  return fc
    .oneof(
      { weight: 40, arbitrary: single(name, schema).map((value) => [value]) },
      { weight: 1, arbitrary: fc.tuple(single(name, schema), single(name, schema)) },
      { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_NUMBERS).map((value) => [value]) },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS).map((value) => [value]) },
    )
    .map((values) => values.map(encoded))
}

/** Several values, repeated, or separated by commas if the parameter is split at them. */
function listOf(schema: Schema, isSplit: boolean): fc.Arbitrary<string[]> {
  const { enum: words, pattern } = schema['items'] as { enum?: string[]; pattern?: string }
  const regular = Array.isArray(words)
    ? fc.constantFrom(...words.map(String))
    : pattern === undefined
      ? knownMember('id')
      : matching(pattern)
  const odd = fc.constantFrom('', ',', 'name,', 'NAME', 'id,asc,desc', 'id asc', 'password', "1';--")
  const item = fc.oneof({ weight: 40, arbitrary: regular }, { weight: 1, arbitrary: odd })
  const count = schema['maxItems'] as number
  const maxLength = Math.min(3, count)
  return fc
    .record({
      values: fc.oneof(
        { weight: 30, arbitrary: fc.array(item, { minLength: 1, maxLength }) },
        { weight: 1, arbitrary: fc.array(item, { minLength: count - 1, maxLength: count + 1 }) },
      ),
      isJoined: isSplit ? fc.boolean() : fc.constant(false),
    })
    .map(({ values, isJoined }) => (isJoined ? [values.map(encoded).join(',')] : values.map(encoded)))
}

function single(name: string, { type, format, enum: list, minimum, maximum }: Schema): fc.Arbitrary<string> {
  if (Array.isArray(list)) return fc.constantFrom(...list.map(String))
  if (format === 'date') return mostlyOneOf(VALID_DATES, DATES)
  if (format === 'date-time')
    return fc.oneof(
      { weight: 20, arbitrary: knownMember('updatedAt') },
      { weight: 1, arbitrary: fc.constantFrom(...TIMES) },
    )
  if (name === 'q') return search
  if (type === 'string') return CURSOR
  // Small numbers, because the lists are short, and the limits.
  const [least, most] = [Number(minimum), Number(maximum)]
  return fc
    .oneof(
      { weight: 8, arbitrary: fc.integer({ min: least, max: least + 4 }) },
      { weight: 1, arbitrary: fc.constantFrom(least - 1, least, most, most + 1) },
    )
    .map(String)
}

/** A member of a resource of the client, whose value is known when the request is sent. */
const knownMember = (member: string): fc.Arbitrary<string> =>
  fc.nat({ max: 50 }).map((choice) => `${KNOWN_VALUE}${choice}:${member}`)

const mostlyOneOf = (regular: readonly string[], odd: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...regular) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  )

/** Words and their beginnings, so that some are found, and terms that are more than a word. */
const search = fc
  .oneof(
    { weight: 4, arbitrary: fc.array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom('%', '_', 'a%', '\\', 'C++', '-a', 'a.b', '&', '!')) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...HOSTILE_TEXTS), { maxLength: 2 }) },
    { weight: 1, arbitrary: knownMember('text').map((value) => [value]) },
  )
  .map((terms) => terms.join(' '))

/** `start`, and texts that are no cursors. Cursors of the server are sent by following links. */
const CURSOR = fc.oneof(
  { weight: 30, arbitrary: fc.constant('start') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'end', 'START', 'W10', 'bnVsbA', 'x'.repeat(4096), 'x'.repeat(4097)),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^[\w-]{1,80}$/) },
  { weight: 1, arbitrary: fc.json().map((text) => Buffer.from(text).toString('base64url')) },
)

const cache = new Map<string, fc.Arbitrary<string>>()

function matching(pattern: string): fc.Arbitrary<string> {
  const known = cache.get(pattern) ?? fc.stringMatching(new RegExp(pattern))
  cache.set(pattern, known)
  return known
}

/** Percent-encodes a text. A lone surrogate is encoded as an invalid UTF-8 sequence. */
export const encoded = (text: string): string =>
  /\p{Surrogate}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text)
