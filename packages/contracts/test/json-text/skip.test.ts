import { skipValue } from '../../src/json-text/skip.ts'

describe('skipValue()', () => {
  test.each([
    ['a comma', '1,2', 1],
    ['a closing bracket', '[0],1]', 3],
    ['the end of the text', '10', 2],
    ['the end of the text after whitespace', '{"a":[1,"]"]} ', 14],
  ])('returns the offset of %s', (_what, text, offset) => {
    expect(skipValue(text, 0)).toBe(offset)
  })
})
