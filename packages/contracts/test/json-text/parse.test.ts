import { parseText, type Recover } from '../../src/json-text/parse.ts'
import type { EditedText } from '../../src/json-text/edits.ts'
import type { Recovery } from '../../src/json-text/recovery/recover.ts'

describe('parseText()', () => {
  const violation: Recovery['violations'][number] = { message: 'Expected JSON', offset: 0 }

  const recovering =
    (repaired: Partial<EditedText>, violations = [violation]): Recover =>
    (text) => ({
      violations,
      repaired: { text, toOriginal: (offset) => offset, ...repaired },
      isLossless: false,
      losslessText: () => text,
      textIfAccepted: () => undefined,
    })

  test('returns the value of the repaired text with the syntax errors', () => {
    expect(parseText('[1', 100, recovering({ text: '[1]' }))).toMatchObject({
      text: '[1',
      json: { value: [1] },
      violations: [{ keyword: 'syntax', message: 'Expected JSON' }],
    })
  })

  test('returns the syntax errors without a value if the repaired text is not JSON', () => {
    const { json, violations } = parseText('[1', 100, recovering({ text: '[1' }))
    expect(json).toBeUndefined()
    expect(violations).toMatchObject([{ keyword: 'syntax', message: 'Expected JSON' }])
  })

  test('throws the error of JSON.parse if no syntax error is found', () => {
    expect(() => parseText('[1', 100, recovering({}, []))).toThrow(SyntaxError)
  })

  test.each([
    ['duplicate members', '{"a":1,"a":2}', true],
    ['the end of a name in a string', '{ "a": "{\\"b\\":1}" }', false],
  ])('tells whether there are duplicate members in a text with %s', (_what, text, hasDuplicates) => {
    expect(parseText(text, 100).json).toMatchObject({ hasDuplicates })
  })
})
