import { compileSchema } from '@workbench/contracts'
import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { violationsOf } from '../support/violations-of.ts'

const violationsIn = (text: string, schema: unknown = {}) =>
  violationsOf(compileSchema(schema).validateText(text))

describe('a duplicate member', () => {
  test.each<[string, string, [string, number, number][]]>([
    ['at the root', '{"a":1,"a":2}', [['/a', 1, 8]]],
    ['with the same value', '{"a":1,\n"a":1}', [['/a', 2, 1]]],
    [
      'three times',
      '{"a":1,"a":2,"b":3,"a":4}',
      [
        ['/a', 1, 8],
        ['/a', 1, 20],
      ],
    ],
    [
      'with others between',
      '{"a":1,"b":2,"a":3,"b":4}',
      [
        ['/a', 1, 14],
        ['/b', 1, 20],
      ],
    ],
    ['in an object', '{"x":{"a":1,"a":2}}', [['/x/a', 1, 13]]],
    ['in an array', '[[],{"a":1,"a":2},{"a":3}]', [['/1/a', 1, 12]]],
    ['in arrays in objects', '{"x":[1,[2,{"a":1,"a":2}]]}', [['/x/1/1/a', 1, 19]]],
    ['after a nested object', '{"a":{"a":1},"a":2}', [['/a', 1, 14]]],
    [
      'and inside the dropped value',
      '{"a":{"b":1,"b":2},"a":1}',
      [
        ['/a/b', 1, 13],
        ['/a', 1, 20],
      ],
    ],
    ['written with an escape', '{"a":1,"\\u0061":2}', [['/a', 1, 8]]],
    ['written with escapes both times', '{"\\u002f":1,"\\/":2}', [['/~1', 1, 13]]],
    ['of an astral name', '{"😀":1,"\\ud83d\\ude00":2}', [['/😀', 1, 9]]],
    ['named __proto__', '{"__proto__":1,"__proto__":2}', [['/__proto__', 1, 16]]],
    ['named constructor', '{"constructor":1,"constructor":2}', [['/constructor', 1, 18]]],
    ['without a name', '{"":1,"":2}', [['/', 1, 7]]],
    ['whose name needs escapes in a pointer', '{"a/b~":1,"a/b~":2}', [['/a~1b~0', 1, 11]]],
    ['named like an index', '[{"0":1,"0":2}]', [['/0/0', 1, 9]]],
  ])('is a violation at its second occurrence: %s', (_where, text, locations) => {
    const found = violationsIn(text)
    expect(found.map(({ path, line, column }) => [path, line, column])).toEqual(locations)
    expect(new Set(found.map(({ keyword }) => keyword))).toEqual(new Set(['duplicate']))
  })

  test.each([
    ['in different objects', '[{"a":1},{"a":2},{"b":{"a":1}}]'],
    ['in an object and in its parent', '{"a":{"a":{"a":1}}}'],
    ['that differ in case', '{"a":1,"A":2}'],
    ['that differ in Unicode normalization', '{"\\u00e9":1,"e\\u0301":2}'],
    ['as a name and as a value', '{"a":"a","b":"a"}'],
    ['that every object inherits', '{"toString":1,"__proto__":2,"constructor":3}'],
  ])('is not reported for equal names %s', (_where, text) => {
    expect(compileSchema({}).validateText(text)).toEqual({ valid: true })
  })

  test('is reported with the line of the value that would be lost', () => {
    const names = fc.array(fc.constantFrom('a', 'b', '__proto__', '', 'toString', '1'), { maxLength: 12 })
    fc.assert(
      fc.property(names, fc.constantFrom('', '{"x":[0,'), (members, before) => {
        const after = before === '' ? '' : ']}'
        const path = before === '' ? '' : '/x/1'
        const lines = members.map((name, index) => `"${name}": ${index}`)
        const text = `${before}{\n${lines.join(',\n')}}${after}`
        const repeated = members
          .map((name, index) => ({ name, index, first: members.lastIndexOf(name, index - 1) }))
          .filter(({ index, first }) => index > 0 && first >= 0)
        expect(violationsIn(text)).toEqual(
          repeated.map(({ name, index, first }) => ({
            path: `${path}/${name}`,
            keyword: 'duplicate',
            message: expect.stringContaining(`from line ${first + 2} would be lost`) as string,
            line: index + 2,
            column: 1,
          })),
        )
      }),
      { numRuns: repetitions(100, 1200) },
    )
  })

  test('is sorted among the other violations; the last value is validated', () => {
    const schema = { properties: { a: { type: 'number' } }, required: ['b'], additionalProperties: false }
    const found = violationsIn('{"a":"x",\n"c":1, "a": "y"}', schema)
    expect(found.map(({ path, keyword, line, column }) => [path, keyword, line, column])).toEqual([
      ['/b', 'required', 1, 1],
      ['/c', 'additionalProperties', 2, 1],
      ['/a', 'duplicate', 2, 8],
      ['/a', 'type', 2, 13],
    ])
  })

  test('is a violation in a free-form object', () => {
    expect(
      violationsIn('{"gate":{"a":1,"a":1}}', { properties: { gate: { type: 'object' } } }),
    ).toMatchObject([{ path: '/gate/a', keyword: 'duplicate' }])
  })
})
