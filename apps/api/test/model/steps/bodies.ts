import fc from 'fast-check'

import type { Operation, Schema } from '../operations.ts'
import { mostly } from './arbitrary-headers.ts'
import {
  BLANK_TEXTS,
  DATES,
  HOSTILE_NAMES,
  HOSTILE_TEXTS,
  HOSTILE_VALUES,
  TEXTS,
  VALID_DATES,
} from './hostile-values.ts'

type Values = fc.Arbitrary<unknown>

/** Bodies: most are valid, many at a limit, some invalid. */
export function bodyOf({ body }: Operation): Values {
  if (body === undefined) return fc.constant(undefined)
  return fc.oneof(
    { weight: 30, arbitrary: body.schema['type'] === 'array' ? arrayOf(body.schema) : objectOf(body.schema) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  )
}

function arrayOf({ items, minItems, maxItems }: Schema): Values {
  const many = fc.constantFrom(Number(minItems) - 1, Number(maxItems), Number(maxItems) + 1)
  return fc.oneof(
    { weight: 30, arbitrary: fc.array(objectOf(items as Schema), { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: many.map((length) => Array<object>(length).fill({ title: 'a' })) },
  )
}

function objectOf(schema: Schema): Values {
  const properties = Object.entries(schema['properties'] as Record<string, Schema>)
  const settable = properties.filter(([, member]) => member['readOnly'] !== true)
  const members = Object.fromEntries(settable.map(([name, member]) => [name, valueOf(member)]))
  const requiredKeys = (schema['required'] ?? []) as string[]
  const unknown = fc.tuple(fc.constantFrom(...HOSTILE_NAMES), fc.constantFrom(...HOSTILE_VALUES))
  return fc
    .tuple(
      fc.oneof(
        { weight: 39, arbitrary: fc.record(members, { requiredKeys }) },
        { weight: 1, arbitrary: fc.record(members, { requiredKeys: [] }) },
      ),
      mostly(undefined, unknown, 30),
    )
    .map(([object, other]) => (other === undefined ? object : { ...object, [other[0]]: other[1] }))
}

function valueOf(schema: Schema): Values {
  if (Array.isArray(schema['anyOf']))
    return fc.oneof(...schema['anyOf'].map((each) => valueOf(each as Schema)))
  if (schema['type'] === 'null') return fc.constant(null)
  return fc.oneof(
    { weight: 40, arbitrary: ordinary(schema) },
    { weight: 2, arbitrary: atLimits(schema) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS, ...BLANK_TEXTS) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  )
}

function ordinary({ type, enum: list, format, maxLength }: Schema): Values {
  if (Array.isArray(list)) return fc.constantFrom(...(list as unknown[]))
  const limit = Number(maxLength ?? 12)
  const text = fc.oneof(
    fc.string({ minLength: 1, maxLength: Math.min(limit, 12) }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: Math.min(limit, 8) }),
    fc.constantFrom(...TEXTS),
  )
  const value = format === 'date' ? fc.constantFrom(...VALID_DATES) : text
  return [type].flat().includes('null') ? fc.option(value, { freq: 2 }) : value
}

function atLimits({ enum: list, format, maxLength }: Schema): Values {
  if (Array.isArray(list)) {
    const texts = list.filter((value) => value !== null).map(String)
    return fc.constantFrom('', ...texts.flatMap((text) => [text.toLowerCase(), `${text} `, text.slice(1)]))
  }
  if (format === 'date') return fc.constantFrom(...VALID_DATES, ...DATES)
  const limit = Number(maxLength ?? 12)
  return fc
    .tuple(
      fc.constantFrom('x', 'ß', '€', '😀', '"', '\u0001', ' '),
      fc.constantFrom(1, limit - 1, limit, limit, limit + 1, 2 * limit),
    )
    .map(([character, length]) => character.repeat(length))
}
