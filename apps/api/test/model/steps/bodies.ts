import fc from 'fast-check'

import type { Operation, Schema } from '../operations.ts'
import { mostly } from './arbitrary-headers.ts'
import {
  BLANK_TEXTS,
  DATES,
  HOSTILE_JSON,
  HOSTILE_NAMES,
  HOSTILE_TEXTS,
  TEXTS,
  VALID_DATES,
} from './hostile-values.ts'

/** The JSON text of a value; it may have another type than its schema, or may not be valid JSON. */
type JsonText = fc.Arbitrary<string>

/** The texts of bodies: most are valid, many at a limit, some invalid. */
export function bodyOf({ body }: Operation): fc.Arbitrary<string | undefined> {
  if (body === undefined) return fc.constant(undefined)
  const texts = body.schema['type'] === 'array' ? arrayOf(body.schema) : objectOf(body.schema)
  return fc.oneof(
    { weight: 30, arbitrary: texts },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_JSON, '"text"', '', '\ufeff{}', 'undefined', '{') },
  )
}

function arrayOf({ items, minItems, maxItems }: Schema): JsonText {
  const item = objectOf(items as Schema)
  const many = fc.constantFrom(Number(minItems) - 1, Number(maxItems), Number(maxItems) + 1)
  return fc
    .oneof(
      { weight: 30, arbitrary: fc.array(item, { minLength: 1, maxLength: 4 }) },
      { weight: 1, arbitrary: many.map((length) => Array<string>(length).fill('{"title":"a"}')) },
    )
    .map((texts) => `[${texts.join()}]`)
}

function objectOf(schema: Schema): JsonText {
  const required = new Set((schema['required'] ?? []) as string[])
  const properties = Object.entries(schema['properties'] as Record<string, Schema>)
  const settable = properties.filter(([, member]) => member['readOnly'] !== true)
  const members = settable.map(([name, member]) =>
    fc.record({
      name: fc.constant(name),
      value: valueOf(member),
      // Most requests should be valid.
      isPresent: required.has(name) ? mostly(true, fc.constant(false), 40) : fc.boolean(),
    }),
  )
  const unknown = fc.record({
    name: fc.constantFrom(...HOSTILE_NAMES),
    value: fc.constantFrom('null', '"a"', '1', '{}'),
    isPresent: mostly(false, fc.constant(true), 30),
  })
  return fc
    .record({
      members: fc.tuple(...members, unknown),
      isReversed: fc.boolean(),
      repeated: mostly(undefined, fc.nat(), 20),
      space: fc.constantFrom('', '', ' ', '\n\t'),
      isEscaped: fc.constantFrom(false, false, false, true),
    })
    .map(({ members: all, isReversed, repeated, space, isEscaped }) => {
      const present = all.filter(({ isPresent }) => isPresent)
      const again =
        repeated === undefined ? [] : present.slice(repeated % Math.max(1, present.length)).slice(0, 1)
      const texts = [...present, ...again].map(({ name, value }) =>
        [isEscaped ? escaped(name) : JSON.stringify(name), value].join(`${space}:${space}`),
      )
      return `{${space}${(isReversed ? texts.reverse() : texts).join(`${space},${space}`)}${space}}`
    })
}

/** Writes every UTF-16 code unit as an escape sequence. */
const escaped = (text: string): string =>
  `"${text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`

function valueOf(schema: Schema): JsonText {
  if (Array.isArray(schema['anyOf']))
    return fc.oneof(...schema['anyOf'].map((each) => valueOf(each as Schema)))
  if (schema['type'] === 'null') return fc.constant('null')
  return fc.oneof(
    { weight: 40, arbitrary: ordinary(schema) },
    { weight: 2, arbitrary: atLimits(schema) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS, ...BLANK_TEXTS).map(quoted) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_JSON) },
  )
}

function ordinary({ type, enum: list, format, maxLength }: Schema): JsonText {
  if (Array.isArray(list)) return fc.constantFrom(...list.map((value) => JSON.stringify(value)))
  const limit = Number(maxLength ?? 12)
  const text = fc.oneof(
    fc.string({ minLength: 1, maxLength: Math.min(limit, 12) }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: Math.min(limit, 8) }),
    fc.constantFrom(...TEXTS),
  )
  const value = format === 'date' ? fc.constantFrom(...VALID_DATES) : text
  const isNullable = [type].flat().includes('null')
  return (isNullable ? fc.option(value, { freq: 2 }) : value).map((given) => JSON.stringify(given))
}

function atLimits({ enum: list, format, maxLength }: Schema): JsonText {
  if (Array.isArray(list)) {
    const texts = list.filter((value) => value !== null).map(String)
    const others = texts.flatMap((text) => [text.toLowerCase(), `${text} `, text.slice(1)])
    return fc.constantFrom(...others, '').map(quoted)
  }
  if (format === 'date') return fc.constantFrom(...VALID_DATES, ...DATES).map(quoted)
  const limit = Number(maxLength ?? 12)
  return fc
    .record({
      character: fc.constantFrom('x', 'ß', '€', '😀', '"', '\u0001', ' '),
      length: fc.constantFrom(1, limit - 1, limit, limit, limit + 1, 2 * limit),
    })
    .map(({ character, length }) => quoted(character.repeat(length)))
}

const quoted = (text: string): string => JSON.stringify(text)
