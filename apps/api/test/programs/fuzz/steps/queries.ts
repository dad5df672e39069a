import fc from 'fast-check'

import { GONE_CURSORS, HOSTILE_NAMES, HOSTILE_NUMBERS, HOSTILE_TEXTS } from './hostile-values.ts'
import type { Parameter, Schema } from '../operations.ts'
import { mostly } from './arbitrary-frequency.ts'

/** A parameter as it is sent: percent-encoded, possibly with invalid escapes. */
export type Pair = readonly [name: string, value: string]

/** Queries for an operation. For an operation without parameters, most are empty. */
export function queryOf(parameters: readonly Parameter[]): fc.Arbitrary<Pair[]> {
  const known = parameters.map((parameter) =>
    mostly([], valuesOf(parameter), 2).map((values) => values.map((value): Pair => [parameter.name, value])),
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

function valuesOf({ name, schema }: Parameter): fc.Arbitrary<string[]> {
  // Longer waits would only make a run longer.
  if (name === 'wait') return fc.constantFrom(['0'], ['1'], ['-1'], ['61'], ['x'], [''], ['0', '0'])
  if (schema['type'] === 'array') {
    const { enum: words, pattern } = schema['items'] as Schema
    const item = fc.oneof(
      {
        weight: 40,
        arbitrary: Array.isArray(words) ? fc.constantFrom(...words.map(String)) : matching(String(pattern)),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', ',', 'name,', 'NAME', 'id,asc,desc', 'id asc', 'password', "1';--"),
      },
    )
    const count = schema['maxItems'] as number
    return fc
      .oneof(
        { weight: 30, arbitrary: fc.array(item, { maxLength: 3 }) },
        { weight: 1, arbitrary: fc.array(item, { minLength: count - 1, maxLength: count + 1 }) },
      )
      .map((values) => values.map(encoded))
  }
  return fc
    .oneof(
      { weight: 40, arbitrary: single(schema).map((value) => [value]) },
      { weight: 1, arbitrary: fc.tuple(single(schema), single(schema)) },
      { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_NUMBERS).map((value) => [value]) },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS).map((value) => [value]) },
    )
    .map((values) => values.map(encoded))
}

/** Small numbers, because the lists are short, and the limits. */
function single({ type, enum: list, minimum, maximum, pattern }: Schema): fc.Arbitrary<string> {
  if (Array.isArray(list)) return fc.constantFrom(...list.map(String))
  if (type === 'string') return String(pattern).includes('start') ? CHANGE_CURSOR : CURSOR
  const [least, most] = [Number(minimum), Number(maximum)]
  return fc
    .oneof(
      { weight: 8, arbitrary: fc.integer({ min: least, max: least + 4 }) },
      { weight: 1, arbitrary: fc.constantFrom(least - 1, least, most, most + 1) },
    )
    .map(String)
}

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

const CHANGE_CURSOR = fc.oneof(
  { weight: 12, arbitrary: fc.constant('start') },
  { weight: 2, arbitrary: fc.constantFrom(...GONE_CURSORS) },
  { weight: 1, arbitrary: CURSOR },
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
