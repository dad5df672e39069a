import { findParseLosses } from '@workbench/contracts'
import fc from 'fast-check'

const losses = (text: string) =>
  findParseLosses(text, JSON.parse(text)).violations.map(({ path, keyword }) => `${path} ${keyword}`)

describe('findParseLosses()', () => {
  it.each([
    ['a number that becomes Infinity', '{ "a": 1e999 }', ['/a precision']],
    ['a number that becomes -Infinity', '[-1e999]', ['/0 precision']],
    ['a number that becomes 0', '[1e-400]', ['/0 precision']],
    ['2^53 + 1', '[9007199254740993]', ['/0 precision']],
    ['2^53, which 2^53 + 1 also becomes', '[9007199254740992]', ['/0 precision']],
    ['an integer of 20 digits', '{ "a": { "b": [0, 12345678901234567890] } }', ['/a/b/1 precision']],
    ['more digits than a double has', '[3.14159265358979323846]', ['/0 precision']],
    ['an integer with an exponent and too many digits', '[1.2345678901234567891e3]', ['/0 precision']],
    ['a duplicate member', '{ "a": 1, "b": { "c": 1, "c": 2 } }', ['/b/c duplicate']],
    ['an escaped duplicate member', '{ "a": 1, "\\u0061": 2 }', ['/a duplicate']],
    [
      'numbers and duplicate members in document order',
      '{ "a": 1e999, "b": 1, "b": 1e999 }',
      ['/a precision', '/b duplicate', '/b precision'],
    ],
    ['a number as the whole text', '1e999', [' precision']],
  ])('finds %s', (_, text, expected) => {
    expect(losses(text)).toEqual(expected)
  })

  it.each([
    '[0, -0, 1, -1, 0.1, 1.50, 1e3, 1E+3, 15e-1, 0.0000001, 1e21, 1.7976931348623157e308, 5e-324]',
    '[9007199254740991, -9007199254740991]',
    '[0e5, 0.0e1, -0.00e-3]',
    '[10.50e1, 1.0500e0, 20300e-2]',
    '{ "a": "1e999", "b": "12345678901234567890", "1e999": 1 }',
    '{ "a": { "c": 1 }, "b": { "c": 1 } }',
    '"a\\"b\\":1"',
  ])('finds nothing in %s', (text) => {
    expect(losses(text)).toEqual([])
  })

  it('finds nothing in a text that JSON.stringify wrote, except integers beyond the safe range', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        const unsafe = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/.test(text)
        expect(unsafe ? [] : losses(text)).toEqual([])
      }),
    )
  })

  it('lists as many violations as the limit and counts the others', () => {
    const text = `[${'1e999,'.repeat(149)}1e999]`
    const { violations, more } = findParseLosses(text, JSON.parse(text))
    expect([violations.length, more]).toEqual([100, 50])
  })

  it('counts duplicate members and numbers together for the limit', () => {
    const text = '{ "a": 1, "a": 1e999, "b": 1e999 }'
    const { violations, more } = findParseLosses(text, JSON.parse(text), 2)
    expect([violations.map(({ path, keyword }) => `${path} ${keyword}`), more]).toEqual([
      ['/a duplicate', '/a precision'],
      1,
    ])
  })

  it('shortens a number to its first 60 characters', () => {
    const { violations } = findParseLosses(`[${'9'.repeat(61)}]`, [1e61])
    expect(violations).toMatchObject([
      {
        message: expect.stringContaining(`received ${'9'.repeat(60)}, which`) as string,
        received: '9'.repeat(60),
      },
    ])
  })

  it('says what the number would become', () => {
    const { violations } = findParseLosses('[9007199254740993, 1e999]', [])
    expect(violations.map(({ message }) => message)).toEqual([
      expect.stringContaining('received 9007199254740993, which would become 9007199254740992: '),
      expect.stringContaining('received 1e999, which would become null: '),
    ])
  })
})
