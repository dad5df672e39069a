import fc from 'fast-check'

import { writeJson } from './json-writer.ts'

/** Characters with a meaning in JSON, and similar ones without. */
const CHARACTERS = [
  ...Array.from('{}[]:,"\'\\/ \n\r\t-+.0123456789eEuabftrnl_$#'),
  ...[
    '\u0000',
    '\b',
    '\u001f',
    '\u007f',
    '\u00a0',
    '\u2028',
    '\u2029',
    '\ufeff',
    'é',
    '😀',
    '\ud83d',
    '\ude00',
  ],
]

const spaces = fc.array(fc.constantFrom('', '', ' ', '\n', '\r\n', '\r', '\t'), {
  minLength: 1,
  maxLength: 5,
})

export const jsonTexts = fc
  .tuple(fc.jsonValue({ stringUnit: 'binary' }), spaces)
  .map(([value, between]) => writeJson(value, between).text)

/** Inserts, deletes or replaces characters. */
const damaged = (texts: fc.Arbitrary<string>, parts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      texts,
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...parts), fc.constantFrom(0, 1), fc.boolean()), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([text, damages]) =>
      damages.reduce((before, [choice, part, taken, isInserted]) => {
        const at = choice % (before.length + 1)
        return before.slice(0, at) + (isInserted ? part : '') + before.slice(at + taken)
      }, text),
    )

export const damagedTexts = damaged(jsonTexts, CHARACTERS)

export const randomTexts = fc
  .array(fc.constantFrom(...CHARACTERS), { maxLength: 12 })
  .map((parts) => parts.join(''))

/** What language models write where JSON does not allow it. */
const MISTAKES = [
  ...['...', '…', '//', '/*', '*/', '# x', '```', '```json\n', '=>', ';', '`', '“', '”', '‘', '’', "'x'"],
  ...['True', 'None', 'NaN', 'undefined', '0x1F', '1_0', '.5', '+1', '01', '\\', "\\'", '\\d', '\\"', '"'],
  ...['a:', '"a"', '"a":', '\n"b": 2', ',\n', '}', ']', '{', '[', 'text', '\u200b', ' + ', '{"a":1}'],
]

/** Texts with parts that the rules for recovery look for. */
export const mistakenTexts = fc.oneof(
  damaged(jsonTexts, MISTAKES),
  damaged(
    fc.constant(
      JSON.stringify(
        { schema: 'x', list: [1, 'two', { a: null, b: 'say "hi"' }], t: 'a\nb', o: {} },
        null,
        2,
      ),
    ),
    MISTAKES,
  ),
  fc.array(fc.constantFrom(...MISTAKES, ...CHARACTERS), { maxLength: 12 }).map((parts) => parts.join('')),
)
