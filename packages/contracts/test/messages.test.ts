import fc from 'fast-check'

import { stringifyEscaped } from '../src/escape.ts'
import { codePoints } from '../src/json.ts'
import { formatJson, quote, describeReceived } from '../src/violations/messages.ts'

/** Texts around the maximum length, with characters that JSON escapes and lone surrogates. */
const texts = fc
  .array(
    fc.constantFrom(
      'plain letters',
      'a',
      '"',
      '\\',
      '\n',
      '\u007f',
      '\u2028',
      '\u202e',
      'é',
      '😀',
      '\ud83d',
      '\ude00',
    ),
    {
      maxLength: 70,
    },
  )
  .map((parts) => parts.join(''))

const truncate = (text: string): string => {
  const characters = Array.from(text)
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : text
}

describe('quote(), formatJson() and describeReceived()', () => {
  it('truncate by code points and escape like stringifyEscaped()', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(codePoints(text)).toBe(Array.from(text).length)
        expect(quote(text)).toBe(stringifyEscaped(truncate(text)))
        expect(formatJson(text)).toBe(truncate(stringifyEscaped(text)))
        expect(describeReceived(text)).toEqual({
          data: truncate(text),
          text: `the string ${stringifyEscaped(truncate(text))}`,
        })
      }),
      { numRuns: 3000 },
    )
  })
})
