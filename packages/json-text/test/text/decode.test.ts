import { decode } from '../../src/text/decode.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('decode()', () => {
  /** Bytes that seem to be more than there are. */
  const withLength = (input: Uint8Array, length: number): Uint8Array =>
    Object.defineProperty(input, 'length', { value: length })

  test('decodes as many bytes as the longest string of V8 can have characters', () => {
    expect(decode(withLength(bytes('[]'), 536_870_888))).toStrictEqual({ text: '[]' })
  })

  test('reports more bytes as a fatal error, without decoding them', () => {
    expect(decode(withLength(bytes('[]'), 536_870_889))).toStrictEqual({
      text: '',
      error: {
        message: 'Expected at most 536870888 bytes of text; received 536870889',
        offset: 0,
        isFatal: true,
      },
    })
  })
})
