import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { codePoints, formatJson, quote, stringifyEscaped } from '@workbench/json-text'
import {
  describeValue,
  didYouMeanSuffix,
  formatList,
  jsonTypeOf,
  pluralize,
  summarizeValue,
} from '../../src/messages/describe-value.ts'

/** Texts around the maximum length, with characters that JSON escapes and lone surrogates. */
const texts = fc
  .array(
    fc.constantFrom(
      'plain letters',
      'a',
      '"',
      '\\',
      '\n',
      '\u007f',
      '\u2028',
      '\u202e',
      'é',
      '😀',
      '\ud83d',
      '\ude00',
    ),
    {
      maxLength: 70,
    },
  )
  .map((parts) => parts.join(''))

const truncate = (text: string): string => {
  const characters = Array.from(text)
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : text
}

describe('quote(), formatJson() and describeValue()', () => {
  it('truncate by code points and escape like stringifyEscaped()', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(codePoints(text)).toBe(Array.from(text).length)
        expect(quote(text)).toBe(stringifyEscaped(truncate(text)))
        expect(formatJson(text)).toBe(truncate(stringifyEscaped(text)))
        expect(summarizeValue(text)).toBe(truncate(text))
        expect(describeValue(text)).toBe(`the string ${stringifyEscaped(truncate(text))}`)
      }),
      { numRuns: repetitions(500, 3000) },
    )
  })
})

describe('A received value', () => {
  it.each<[description: string, summary: unknown, type: string, value: unknown]>([
    ['null', null, 'null', null],
    ['the boolean true', true, 'boolean', true],
    ['the number -0.5', -0.5, 'number', -0.5],
    ['the number NaN', 'NaN', 'number', NaN],
    ['the number Infinity', 'Infinity', 'number', Infinity],
    ['the string "a"', 'a', 'string', 'a'],
    ['the string ""', '', 'string', ''],
    ['an array of 0 items', 'array', 'array', []],
    ['an array of 1 item', 'array', 'array', [1]],
    ['an array of 2 items', 'array', 'array', [1, 2]],
    ['an object of 1 member', 'object', 'object', { a: 1 }],
    ['an object of 3 members', 'object', 'object', { a: 1, b: 2, c: 3 }],
    ['a value that JSON does not have (undefined)', 'undefined', 'undefined', undefined],
    ['a value that JSON does not have (bigint)', 'bigint', 'bigint', 1n],
  ])('is described as %s', (description, summary, type, value) => {
    expect(describeValue(value)).toBe(description)
    expect(summarizeValue(value)).toBe(summary)
    expect(jsonTypeOf(value)).toBe(type)
  })

  it('is truncated to 60 characters', () => {
    expect(summarizeValue('x'.repeat(60))).toBe('x'.repeat(60))
    expect(summarizeValue('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`)
    expect(describeValue('x'.repeat(61))).toBe(`the string "${'x'.repeat(59)}…"`)
    expect(quote('😀'.repeat(60))).toBe(`"${'😀'.repeat(60)}"`)
    expect(quote('😀'.repeat(61))).toBe(`"${'😀'.repeat(59)}…"`)
    expect(quote(`${'x'.repeat(59)}😀`)).toBe(`"${'x'.repeat(59)}😀"`)
  })
})

describe('formatList()', () => {
  it.each<[readonly unknown[], 'and' | 'or', string]>([
    [[], 'or', 'nothing'],
    [['a'], 'or', '"a"'],
    [['a', 'b'], 'or', '"a" or "b"'],
    [['a', 1, null, { b: [] }], 'and', '"a", 1, null and {"b":[]}'],
    [Array.from({ length: 24 }, (_, index) => index), 'or', `${counting(23)} or 23`],
    [Array.from({ length: 25 }, (_, index) => index), 'or', `${counting(24)} or 1 more`],
    [Array.from({ length: 30 }, (_, index) => index), 'and', `${counting(24)} and 6 more`],
  ])('lists %j with %j', (values, conjunction, expected) => {
    expect(formatList(values, conjunction)).toBe(expected)
  })

  function counting(end: number): string {
    return Array.from({ length: end }, (_, index) => index).join(', ')
  }
})

test('pluralize() adds an s, except for 1', () => {
  expect([0, 1, 2].map((count) => pluralize(count, 'item'))).toEqual(['0 items', '1 item', '2 items'])
})

test('didYouMeanSuffix() is empty without a suggestion', () => {
  expect(didYouMeanSuffix(undefined)).toBe('')
  expect(didYouMeanSuffix('high')).toBe('; did you mean "high"?')
  expect(didYouMeanSuffix(3)).toBe('; did you mean 3?')
})
