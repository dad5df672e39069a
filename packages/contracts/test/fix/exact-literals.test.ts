import { compileSchema, fixText, type Verdict } from '@workbench/contracts'

import { violationsOf } from '../support/violations-of.ts'

const suggestionsOf = (verdict: Verdict): unknown[] =>
  violationsOf(verdict).map(({ suggestion }) => suggestion)
const fixesOf = (verdict: Verdict): unknown[] =>
  violationsOf(verdict).flatMap(({ fix }) => (fix ? [fix] : []))

describe('a number in a text', () => {
  const schema = compileSchema({ properties: { effortHours: { type: 'number' } } })

  test.each(['4', '26.80', '4 h', '26.80 hours', '0.50h'])('%j keeps its literal', (text) => {
    const [literal = ''] = /^[\d.]+/.exec(text) ?? []
    expect(fixText(schema, `{"effortHours": "${text}"}`).text).toBe(`{"effortHours": ${literal}}`)
  })
})

describe('a number in the place of a text', () => {
  const schema = compileSchema({ items: { type: 'string' } })

  test.each(['5', '2.0', '1e3', '-10', '1E+2', '100000.0'])(
    '%s becomes the text of the same literal',
    (literal) => {
      const { text } = fixText(schema, `[ ${literal} ]`)
      expect(text).toBe(`[ "${literal}" ]`)
    },
  )

  test.each(['1.50', '0.95', '12345678901234567890', '1e999', '-1e400'])(
    '%s is not changed by a fix',
    (literal) => {
      const text = `[ ${literal} ]`
      expect(fixText(schema, text).text).toBe(text)
    },
  )

  test.each(['2.0', '1.50', '12345678901234567890', '+5'])('%s is suggested as it is written', (literal) => {
    const verdict = schema.validateText(`["a", ${literal}]`)
    expect(suggestionsOf(verdict).filter((suggestion) => suggestion !== undefined)).toEqual([literal])
    expect(fixesOf(verdict).every((fix) => JSON.stringify(fix).includes(`"${literal}"`))).toBe(true)
    expect(violationsOf(verdict).at(-1)?.message).toBe(
      `Expected a string; received the number ${literal}; did you mean "${literal}"?`,
    )
  })

  test.each(['0x1A2B', '-0x1f', '007', '1_000', '0b101'])('%s is left as it is written', (literal) => {
    const text = `["a", ${literal}]`
    expect(fixText(schema, text)).toMatchObject({ text, verdict: { valid: false } })
  })

  test('is suggested as it is written in JSON with errors and duplicate members', () => {
    const members = compileSchema({ properties: { a: { type: 'string' }, b: { type: 'string' } } })
    const verdict = members.validateText('{"b": 1.0, // x\n "a": 1e2, "b": 2.0,}')
    expect(suggestionsOf(verdict).filter((suggestion) => suggestion !== undefined)).toEqual(['1e2', '2.0'])
  })

  test('that is in JSON in a string gets no suggestion from another place of the text', () => {
    const list = compileSchema({
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'string' } } },
    })
    expect(suggestionsOf(list.validateText('{"a": "[5]"}'))).toEqual([undefined, undefined])
  })

  test('is suggested in JavaScript notation if there is no text', () => {
    expect(suggestionsOf(schema.validate([2.0]))).toEqual(['2'])
  })
})

describe('a text in the place of a number', () => {
  const schema = compileSchema({ items: { type: 'number' } })

  test.each([
    ['"1.50"', '1.50'],
    ['"-0"', '-0'],
    ['"12,5"', '12.5'],
    ['"9999999999999.99"', '9999999999999.99'],
    ['"123456789012345"', '123456789012345'],
    ['"1,234,567"', '1234567'],
  ])('%s becomes %s', (text, number) => {
    expect(fixText(schema, `[${text}]`).text).toBe(`[${number}]`)
  })

  test.each([
    '007',
    '1e999',
    '1e3',
    '12345678901234567890',
    '0.12345678901234567890',
    '701890734588462.75',
    '99999999999999.99',
    '12,345,678,901,234,567,890',
    '€ 5',
    '0x10',
    '1.2.3',
    ' 5',
    '٣',
    '',
  ])('%j is not converted if digits or their meaning would change', (text) => {
    const json = JSON.stringify([text])
    expect(fixText(schema, json).text).toBe(json)
  })

  test('a percentage keeps its digits', () => {
    const share = compileSchema({ type: 'number', minimum: 0, maximum: 1 })
    expect(suggestionsOf(share.validate('33.3 %'))).toEqual([0.333])
  })
})

describe('JSON in a string', () => {
  const schema = compileSchema({ properties: { a: { type: 'object' } } })
  const inString = (json: string): string => JSON.stringify({ a: json })

  test('replaces the string if all of it is kept', () => {
    const json = '{"n":-1.5,"m":[1e-7,0,"1.0"],"o":{"p":"\\u00e9"}}'
    expect(fixText(schema, inString(json)).text).toBe(JSON.stringify({ a: JSON.parse(json) as unknown }))
  })

  test.each([
    ['an integer beyond 2^53 - 1', '{"n": 12345678901234567890}', '12345678901234567890 as it is'],
    ['an infinite number', '{"n": 1e999}', '1e999 as it is'],
    ['a number with a final zero', '{"n": [1, 2.50]}', '2.50 as it is'],
    ['a negative zero', '{"n": -0}', '-0 as it is'],
    ['a duplicate member', '{"n": {"x": 1, "x": 2}}', '"x" only once'],
    ['a duplicate member with an escape', String.raw`{"x": 1, "\u0078": 1}`, '"x" only once'],
  ])('with %s stays, and the message says what to write', (_what, json, exception) => {
    const text = inString(json)
    const fixed = fixText(schema, text)
    expect(fixed.text).toBe(text)
    expect(fixesOf(fixed.verdict)).toEqual([])
    expect(violationsOf(fixed.verdict)[0]?.message).toMatch(
      `; write the JSON itself in place of the string, with ${exception}`,
    )
  })
})

describe('a list that replaces a value', () => {
  const list = compileSchema({ properties: { rates: { type: 'array', items: { type: 'number' } } } })

  test.each([
    ['a number', '{"rates": 2.50}', '{"rates": [2.50]}'],
    ['numbered members', '{"rates": {"rate1": 1.0, "rate2": 2.50}}', '{"rates": [1.0, 2.50]}'],
    ['an integer beyond 2^53 - 1', '{"rates": 12345678901234567890}', undefined],
    ['duplicate members', '{"rates": {"rate1": 1, "rate1": 2}}', undefined],
    ['members whose names can be ids', '{"rates": {"r1": 1, "r2": 2}}', undefined],
  ])('keeps the notation of %s, or is no fix', (_what, text, fixed) => {
    expect(fixText(list, text).text).toBe(fixed ?? text)
  })
})

test.each(['name', 'id', 'description'])(
  'the name %j of the only member is not removed without a question',
  (name) => {
    const verdict = compileSchema({ type: 'string' }).validate({ [name]: 'a' })
    expect(suggestionsOf(verdict)).toEqual(['a'])
    expect(fixesOf(verdict)).toEqual([])
  },
)
