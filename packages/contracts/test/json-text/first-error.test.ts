import { findFirstError } from '../../src/json-text/first-error.ts'

describe('findFirstError()', () => {
  test('returns no violation of a text that is JSON', () => {
    expect(findFirstError('[1]')).toMatchObject({ violations: [], isLossless: false })
  })

  test('returns the first violation of a text that is not JSON', () => {
    expect(findFirstError('[1 2 3')).toMatchObject({
      violations: [{ offset: 3, message: 'Expected "," or "]"; received "2"' }],
      isLossless: false,
    })
  })

  test.each(['[1]', '[1 2'])('returns %j itself as the lossless text', (text) => {
    expect(findFirstError(text).losslessText()).toBe(text)
  })

  test('throws an error that is not about the syntax', () => {
    expect(() => findFirstError(undefined as unknown as string)).toThrow(TypeError)
  })
})
