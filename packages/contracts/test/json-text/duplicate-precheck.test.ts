import fc from 'fast-check'

import { repetitions } from '../../../../build/jest/repetitions.ts'
import { hasNoDuplicates } from '../../src/json-text/duplicate-precheck.ts'
import { DuplicateHandler } from '../../src/json-text/duplicates.ts'
import { tokenize } from '../../src/json-text/tokenizer.ts'

const spaces = fc.constantFrom('', '', ' ', '\n', '\r\n', '\t ')

/** Duplicate names, escaped spellings of one name, and strings that contain the end of a name. */
const literals = fc.constantFrom(
  ...['"a"', '"\\u0061"', '"b"', '""', '"__proto__"', '"constructor"', '"0"', '"😀"'],
  ...['":"', '" :"', '"a:b"', '"\\":"', '"\\"\\\\\\" : "', '"\\\\"', '"x\\"\\n:"', '"é\\":1"'],
)

const { value: texts } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    literals,
    fc.constantFrom('1', 'null', 'true', '-2e3'),
    tie('object'),
    tie('array'),
  ),
  object: fc
    .array(fc.tuple(literals, spaces, spaces, tie('value')), { maxLength: 5 })
    .map(
      (members) =>
        `{${members.map(([name, before, after, value]) => `${name}${before}:${after}${value}`).join()}}`,
    ),
  array: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
}))

function hasDuplicate(text: string): boolean {
  const handler = new DuplicateHandler(1000)
  tokenize(text, handler)
  return handler.found.length > 0
}

describe('hasNoDuplicates()', () => {
  test('returns false for every text with a duplicate member name', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(hasDuplicate(text))
        expect(hasNoDuplicates(JSON.parse(text), text)).toBe(false)
      }),
      { numRuns: repetitions(800, 3000) },
    )
  })

  test('returns false for every text in which a member is replaced by one that is as short as possible', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('""', '"a"'), (value, name) => {
        const text = `{${name}:0,${name}:${JSON.stringify(value)}}`
        expect(hasNoDuplicates(JSON.parse(text), text)).toBe(false)
      }),
      { numRuns: repetitions(300, 1000) },
    )
  })

  test('returns false for a duplicate beside any short number', () => {
    const digits = '0123456789'
    const numbers = Array.from(digits).flatMap((a) => [
      ...[a, `-${a}`, `${a}e${a}`, `${a}e-9`, `${a}e99`],
      ...Array.from(digits, (b) => `${a}.${b}`),
      ...Array.from(digits, (b) => `${a === '0' ? '1' : a}${b}`),
    ])
    for (const number of numbers) {
      const text = `{"":0,"":${number}}`
      expect(hasNoDuplicates(JSON.parse(text), text)).toBe(false)
    }
  })

  test('returns false for a duplicate where Object.prototype has an enumerable member', () => {
    const text = '{"a":{"a":1,"a":2}}'
    Object.defineProperty(Object.prototype, 'polluted', { value: 1, enumerable: true, configurable: true })
    try {
      expect(hasNoDuplicates(JSON.parse(text), text)).toBe(false)
    } finally {
      Reflect.deleteProperty(Object.prototype, 'polluted')
    }
  })

  test('returns true for the output of JSON.stringify unless a string contains the end of a name', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        fc.pre(!/(?:^|[\\\s{[,:])"[ \t\r\n]*:/.test(text))
        expect(hasNoDuplicates(JSON.parse(text), text)).toBe(true)
      }),
      { numRuns: repetitions(300, 1000) },
    )
  })

  test.each([
    ['strings', '["abcdef","ghijklm",""]'],
    ['names', '{"name":1,"longer name":2}'],
    ['literals', '[null,null,null,null,null,null,true,false]'],
    ['arrays and objects', '[[0],[[0,[0]]],{"a":[{"b":0}]}]'],
    ['numbers of one digit', '[0,1,2,3,4,5,6,7,8,9]'],
    ['numbers of two digits', '[10,10,10,10,10,10,10,99]'],
    ['numbers of three digits', '[100,100,100,100,100,100,999]'],
    ['fractions', '[0.5,0.5,1.25,1.25,2.75,0.125]'],
  ])(
    'returns true for a text without whitespace, with %s and the end of a name in a string',
    (_what, json) => {
      const text = `["\\":",${json}]`
      expect(hasNoDuplicates(JSON.parse(text), text)).toBe(true)
    },
  )

  test.each([
    ['before colons', '{ "a" : 1, "b"\n:\t2, "c" \r\n : {} }'],
    ['between tokens', '{\n  "a": [\n    1,\n    2\n  ]\n}\n'],
  ])('returns true for a text with whitespace %s', (_where, text) => {
    expect(hasNoDuplicates(JSON.parse(text), text)).toBe(true)
  })

  test.each<[levels: number, isCounted: boolean]>([
    [101, true],
    [102, false],
  ])('compares lengths and names in a value of %d levels: %s', (levels, isCounted) => {
    const nested = '['.repeat(levels - 1) + ']'.repeat(levels - 1)
    const compact = `["\\":",${nested}]`
    const padded = `[${' '.repeat(8)}${nested}]`
    expect(hasNoDuplicates(JSON.parse(compact), compact)).toBe(isCounted)
    expect(hasNoDuplicates(JSON.parse(padded), padded)).toBe(isCounted)
  })

  test.each([
    ['a string that starts with a colon', '{ "a": ":b", "b": 1 }'],
    ['a string that quotes a name', '{ "a": "{\\"b\\":1}" }'],
    ['nesting of more than 100 levels', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`],
  ])('returns false for a text without duplicates but with %s', (_what, text) => {
    expect(hasNoDuplicates(JSON.parse(text), text)).toBe(false)
    expect(hasDuplicate(text)).toBe(false)
  })
})
