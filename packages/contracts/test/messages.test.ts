import fc from 'fast-check'

import { codePoints } from '../src/json.ts'
import { formatJson, quote, describeReceived } from '../src/violations/messages.ts'

/** Texts about as long as messages repeat, with everything that JSON escapes and half of a pair. */
const texts = fc
  .array(
    fc.constantFrom('plain letters', 'a', '"', '\\', '\n', '\u007f', '\u2028', 'é', '😀', '\ud83d', '\ude00'),
    {
      maxLength: 70,
    },
  )
  .map((parts) => parts.join(''))

const cut = (text: string): string => {
  const characters = Array.from(text)
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : text
}

describe('the words of a message', () => {
  it('count, cut and quote texts as JSON does, character by character', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(codePoints(text)).toBe(Array.from(text).length)
        expect(quote(text)).toBe(JSON.stringify(cut(text)))
        expect(formatJson(text)).toBe(cut(JSON.stringify(text)))
        expect(describeReceived(text)).toEqual({
          data: cut(text),
          text: `the string ${JSON.stringify(cut(text))}`,
        })
      }),
      { numRuns: 3000 },
    )
  })
})
