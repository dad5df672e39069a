import { compileSchema, fixText } from '@workbench/contracts'

import { linearMatcher } from '../../src/regexp/linear-matcher.ts'
import { violationsOf } from '../support/violations-of.ts'

/** Each `a` of a text starts another path through the automaton. */
const SLOW = '[ab]*a[ab]{300}c'
const slowText = 'ab'.repeat(50_000)

const unchecked = (path: string, pattern = SLOW) => ({
  path,
  keyword: 'pattern',
  message: `Expected text that matches ${pattern}; received a text that could not be checked, because the pattern needs too many steps for it: shorten it`,
  expected: pattern,
})

describe.each([true, false])(
  'a text that needs too many steps, with code generation: %s',
  (codeGeneration) => {
    const compile = (schema: object) => {
      const validator = compileSchema(schema, { codeGeneration })
      // Enough calls to generate code.
      for (let call = 0; call < 200; call++) validator.is({})
      return validator
    }
    const { is, validate, validateText } = compile({
      properties: { a: { pattern: SLOW }, b: { type: 'string' } },
    })

    it('is a violation', () => {
      expect(is({ a: slowText })).toBe(false)
      expect(violationsOf(validate({ a: slowText }))).toMatchObject([unchecked('/a')])
      expect(violationsOf(validateText(JSON.stringify({ a: slowText })))).toMatchObject([unchecked('/a')])
    })

    it('does not hide other violations', () => {
      expect(violationsOf(validate({ a: slowText, b: 1 }))).toMatchObject([unchecked('/a'), { path: '/b' }])
    })

    it('is rejected as a whole if a condition depends on it', () => {
      const conditional = compile({ if: { properties: { a: { pattern: SLOW } } }, then: { required: ['b'] } })
      expect(conditional.is({ a: slowText })).toBe(false)
      expect(violationsOf(conditional.validate({ a: slowText }))).toMatchObject([unchecked('')])
    })

    it('is checked if it is shorter', () => {
      expect(is({ a: slowText.slice(0, 10_000) })).toBe(false)
      expect(violationsOf(validate({ a: slowText.slice(0, 10_000) }))).not.toMatchObject([unchecked('/a')])
      expect(is({ a: `${slowText.slice(0, 10_000)}ac` })).toBe(true)
    })

    it('is a violation if the RegExp needs too much memory', () => {
      const pattern = '^([0-9a-f]{2})+$'
      const hexadecimal = compile({ properties: { a: { pattern } } })
      expect(hexadecimal.is({ a: '0f'.repeat(500_000) })).toBe(true)
      const long = { a: '0f'.repeat(10_000_000) }
      expect(hexadecimal.is(long)).toBe(false)
      expect(violationsOf(hexadecimal.validate(long))).toMatchObject([unchecked('/a', pattern)])
    })
  },
)

test('a text of any length is checked against a pattern with few states', () => {
  const { is } = compileSchema({ pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$' })
  expect(is(`a@${'b.'.repeat(500_000)}c`)).toBe(true)
  expect(is(`a@${'b.'.repeat(500_000)}@`)).toBe(false)
})

test('a correction that depends on a text that cannot be checked is left out', () => {
  const contract = compileSchema({ properties: { a: { type: 'string', pattern: SLOW } } })
  const text = JSON.stringify({ a: [slowText] })
  expect(violationsOf(contract.validateText(text))).toMatchObject([{ path: '/a', keyword: 'type' }])
  expect(fixText(contract, text).text).toBe(text)
})

describe('linearMatcher() uses RegExp', () => {
  it.each(['a{0,490}b', 'x(?:ab|cd){0,200}y', '(?<!a)b{3,400}c'])('for %s', (pattern) => {
    expect(linearMatcher(pattern)).toBeInstanceOf(RegExp)
  })

  it.each([
    ['with a lookaround at each of many characters', '(?:(?=a{0,40}x)a){0,100}b'],
    [
      'with many alternatives at each of many characters',
      `a{0,300}(?:${'bcdefghijklm'.split('').join('|')})`,
    ],
    ['with a loop', 'a{0,10}b+c'],
    ['that is ambiguous', '(?:a|ab){0,10}c'],
  ])('not for a pattern %s', (_, pattern) => {
    expect(linearMatcher(pattern)).not.toBeInstanceOf(RegExp)
  })
})
