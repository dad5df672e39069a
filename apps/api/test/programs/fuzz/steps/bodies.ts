import fc from 'fast-check'

import { BLANK_TEXTS, DATES, HOSTILE_JSON, HOSTILE_NAMES, HOSTILE_TEXTS } from './hostile-values.ts'
import { resolve, type Schema } from '../operations.ts'
import { mostly } from './arbitrary-frequency.ts'

/** The JSON text of a value; it may have another type than its schema, or may not be valid JSON. */
type JsonText = fc.Arbitrary<string>

/** JSON texts for an object schema: most are valid, many at a limit, some invalid. */
export function bodyOf(schema: Schema): JsonText {
  return fc.oneof(
    { weight: 30, arbitrary: objectOf(schema) },
    { weight: 1, arbitrary: mutated(objectOf(schema)) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_JSON, '"text"', '', '\ufeff{}', 'undefined', '{') },
  )
}

function objectOf(schema: Schema): JsonText {
  const required = new Set((schema['required'] ?? []) as string[])
  const properties = Object.entries(schema['properties'] as Record<string, Schema>)
  const settable = properties.filter(([, member]) => member['readOnly'] !== true)
  const members = settable.map(([name, member]) =>
    fc.record({
      name: fc.constant(name),
      value: valueOf(resolve(member)),
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
      space: fc.constantFrom('', '', ' ', '\n\t', '\r\n  '),
      isEscaped: fc.constantFrom(false, false, false, true),
    })
    .map(({ members, isReversed, repeated, space, isEscaped }) => {
      const present = members.filter(({ isPresent }) => isPresent)
      const again = repeated === undefined || present.length === 0 ? [] : [present[repeated % present.length]]
      const all = [...present, ...again].flatMap((member) => member ?? [])
      const texts = (isReversed ? all.reverse() : all).map(({ name, value }) =>
        [isEscaped ? escaped(name) : JSON.stringify(name), value].join(`${space}:${space}`),
      )
      return `{${space}${texts.join(`${space},${space}`)}${space}}`
    })
}

/** Writes every UTF-16 code unit as an escape sequence. */
const escaped = (text: string): string =>
  `"${text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`

function valueOf(schema: Schema): JsonText {
  if (Array.isArray(schema['anyOf']))
    return fc.oneof(...schema['anyOf'].map((each) => valueOf(resolve(each))))
  if (schema['type'] === 'null') return fc.constant('null')
  return fc.oneof(
    { weight: 40, arbitrary: ordinary(schema) },
    { weight: 2, arbitrary: atLimits(schema) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...HOSTILE_TEXTS, ...BLANK_TEXTS).map((text) => JSON.stringify(text)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_JSON) },
  )
}

function ordinary({ type, enum: list, format, maxLength }: Schema): JsonText {
  if (Array.isArray(list)) return fc.constantFrom(...list.map((value) => JSON.stringify(value)))
  const limit = maxLength as number | undefined
  const text = fc.oneof(
    fc.string({ minLength: 1, maxLength: Math.min(limit ?? 12, 12) }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: Math.min(limit ?? 8, 8) }),
    // A few fixed texts, so that lists contain equal and adjacent ones.
    fc.constantFrom('a', 'A', 'b', 'B', 'ä', 'a b', '10', '9', '😀', '\uffee', 'Z'),
  )
  const value = format === 'date' ? fc.constantFrom(...DATES.slice(0, 7)) : text
  const isNullable = [type].flat().includes('null')
  return (isNullable ? fc.option(value, { freq: 6 }) : value).map((given) => JSON.stringify(given))
}

function atLimits({ enum: list, format, maxLength }: Schema): JsonText {
  if (Array.isArray(list)) {
    const texts = list.filter((value) => value !== null).map(String)
    return fc
      .constantFrom(...texts.flatMap((text) => [text.toLowerCase(), `${text} `, text.slice(1)]), '')
      .map(quoted)
  }
  if (format === 'date') return fc.constantFrom(...DATES).map(quoted)
  const limit = maxLength as number
  return fc
    .record({
      character: fc.constantFrom('x', 'ß', '€', '😀', '"', '\u0001', ' '),
      length: fc.constantFrom(1, limit - 1, limit, limit, limit + 1, 2 * limit),
    })
    .map(({ character, length }) => quoted(character.repeat(length)))
}

const quoted = (text: string): string => JSON.stringify(text)

/** A text with a character removed or inserted. It may still be valid JSON. */
const mutated = (texts: JsonText): JsonText =>
  fc
    .tuple(
      texts,
      fc.nat(),
      fc.constantFrom('', ',', '}', '"', '\\', '\u0000', '/**/', "'", '[', '\u00a0', '0'),
    )
    .map(([text, position, inserted]) => {
      const at = position % (text.length + 1)
      const other = text.slice(0, at) + inserted + text.slice(at + (inserted === '' ? 1 : 0))
      // Replaces lone surrogates, which UTF-8 cannot encode.
      return Buffer.from(other).toString()
    })
