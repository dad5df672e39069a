import { compileSchema } from '@workbench/contracts'
import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { positionIn } from '@workbench/test-support/json/json-writer'
import { violationsOf } from '../support/violations-of.ts'

const violationsIn = (text: string | Uint8Array, schema: unknown = {}) =>
  violationsOf(compileSchema(schema).validateText(text))

const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)]

const bytes = (...parts: (string | number | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? utf8(part) : part)))

const utf16 = (text: string, isBigEndian: boolean): number[] =>
  Array.from(text).flatMap((character) => {
    const unit = character.charCodeAt(0)
    return isBigEndian ? [unit >> 8, unit & 0xff] : [unit & 0xff, unit >> 8]
  })

describe('the encoding', () => {
  const MARK = [0xef, 0xbb, 0xbf]

  test.each([
    ['bytes', bytes(MARK, '{"a":1}')],
    ['a string', '\ufeff{"a":1}'],
  ])('with a byte-order mark is a violation in addition to others: %s', (_kind, text) => {
    expect(violationsIn(text, { properties: { a: { type: 'string' } }, required: ['b'] })).toMatchObject([
      {
        path: '',
        keyword: 'syntax',
        message: expect.stringContaining('byte-order mark') as string,
        line: 1,
        column: 1,
      },
      { path: '/b', keyword: 'required', line: 1, column: 1 },
      { path: '/a', keyword: 'type', line: 1, column: 6 },
    ])
    expect(violationsIn(text)).toHaveLength(1)
  })

  test('with a byte-order mark before text that is not JSON has both violations', () => {
    expect(violationsIn(bytes(MARK, '[\n}'))).toMatchObject([
      { keyword: 'syntax', line: 1, column: 1 },
      { keyword: 'syntax', line: 2, column: 1 },
    ])
  })

  test('allows one byte-order mark only', () => {
    expect(violationsIn(bytes(MARK, MARK, '1'))).toHaveLength(2)
    expect(violationsIn(bytes('1', MARK))).toMatchObject([{ keyword: 'syntax', line: 1, column: 2 }])
  })

  test.each([
    ['little-endian', bytes([0xff, 0xfe], utf16('{"a":1}', false))],
    ['big-endian', bytes([0xfe, 0xff], utf16('{"a":1}', true))],
  ])('UTF-16 with a byte-order mark, %s, is reported as UTF-16', (_kind, text) => {
    expect(violationsIn(text, { type: 'array' })).toStrictEqual([
      {
        path: '',
        keyword: 'syntax',
        message: 'Expected UTF-8 text; received UTF-16, by its byte-order mark',
        line: 1,
        column: 1,
      },
    ])
  })

  test.each([
    ['little-endian', bytes(utf16('{"a":1}', false))],
    ['big-endian', bytes(utf16('{"a":1}', true))],
  ])('UTF-16 without a byte-order mark, %s, is a syntax error', (_kind, text) => {
    const [violation] = violationsIn(text)
    expect(violation).toMatchObject({ keyword: 'syntax', line: 1 })
    expect(violation?.message).toContain('received U+0000')
  })

  test.each<[string, Uint8Array, number, number, string]>([
    ['at the start', bytes(0x80, '{}'), 1, 1, 'the byte 0x80'],
    ['that starts the byte-order mark of UTF-16, 0xFF', bytes(0xff, '{}'), 1, 1, 'the byte 0xFF'],
    ['that starts the byte-order mark of UTF-16, 0xFE', bytes(0xfe, '{}'), 1, 1, 'the byte 0xFE'],
    ['that ends a byte-order mark of UTF-16', bytes('"', 0xfe), 1, 2, 'the byte 0xFE'],
    ['in the middle', bytes('{\n "a": "', 0xff, '"}'), 2, 8, 'the byte 0xFF'],
    ['after other characters', bytes('["é€😀', 0xfe, '"]'), 1, 7, 'the byte 0xFE'],
    ['after line breaks', bytes('[\r\n"ü",\r"', 0xc0, 0x80, '"]'), 3, 2, 'the byte 0xC0'],
    ['at the end', bytes('{}', 0xf8), 1, 3, 'the byte 0xF8'],
    ['that is an encoded surrogate', bytes('"', 0xed, 0xa0, 0x80, '"'), 1, 2, 'the byte 0xED'],
    ['that is beyond Unicode', bytes('"', 0xf4, 0x90, 0x80, 0x80, '"'), 1, 2, 'the byte 0xF4'],
    ['that is a letter of Latin-1', Buffer.from('{"a": "é"}', 'latin1'), 1, 8, 'the byte 0xE9'],
    ['that does not continue a character of two bytes', bytes('"', 0xc3, 0xe4, '"'), 1, 2, 'the byte 0xC3'],
    [
      'that does not continue a character of three bytes',
      bytes('"a', 0xe2, 0x82, '"'),
      1,
      3,
      'the byte 0xE2',
    ],
    [
      'that does not continue a character of four bytes',
      bytes('"é', 0xf0, 0x9f, 0x98, '"'),
      1,
      3,
      'the byte 0xF0',
    ],
    [
      'that ends within a character of two bytes',
      bytes('"a', 0xc3),
      1,
      3,
      'an incomplete character at the end',
    ],
    [
      'that ends within a character of three bytes',
      bytes('"\n€', 0xe2, 0x82),
      2,
      2,
      'an incomplete character at the end',
    ],
    [
      'that ends within a character of four bytes',
      bytes(0xf0, 0x9f, 0x98),
      1,
      1,
      'an incomplete character at the end',
    ],
  ])('invalid UTF-8 %s is reported with line and column', (_where, text, line, column, received) => {
    expect(violationsIn(text, { type: 'null' })).toMatchObject([
      { path: '', keyword: 'syntax', message: expect.stringContaining(received) as string, line, column },
    ])
    expect(violationsIn(text)[0]?.message).toMatch(/^Expected UTF-8 text; received /)
  })

  test('invalid UTF-8 is reported with line and column at any offset', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom('\n', '\r'), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
    })
    fc.assert(
      fc.property(
        text,
        text,
        fc.constantFrom(0x80, 0xbf, 0xc0, 0xc1, 0xf5, 0xff),
        (before, after, invalid) => {
          const input = bytes(' ', before, invalid, after)
          expect(violationsIn(input)).toMatchObject([
            { keyword: 'syntax', ...positionIn(` ${before}`, before.length + 1) },
          ])
        },
      ),
      { numRuns: repetitions(60, 800) },
    )
  })
})
