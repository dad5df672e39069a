import { replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { atRandomSpace } from '../../mistakes/quotes.ts'
import { anywhere } from '../kinds.ts'
import { contentOf, stringsIn } from '../tokens-of.ts'

/** A character or an escape of a string, written in another way. */
const written = (
  name: string,
  character: RegExp,
  write: (character: string) => string,
  details: Partial<Mistake> = {},
): Mistake =>
  anywhere(
    name,
    (json) =>
      stringsIn(json).flatMap((token) =>
        Array.from(contentOf(json, token).matchAll(character), ({ 0: found, index }) => {
          const start = token.start + 1 + index
          return [replace({ start, end: start + found.length }, write(found))]
        }),
      ),
    details,
  )

/** Puts one of the fragments into a text. */
const containing = (...fragments: readonly string[]): Pick<Mistake, 'reword'> => ({
  reword: (text, random) => atRandomSpace(text, random, ` ${random.pick(fragments)} `),
})

const hex = (character: string, digits: number): string =>
  (character.codePointAt(0) ?? 0).toString(16).padStart(digits, '0')

/** A word as C, JavaScript or Python write it. */
const escapedElsewhere = (word: string): string =>
  word.replaceAll(/[\u00A1-\u{1FFFF}]/gu, (character) => {
    if (character.length > 1) return `\\U${hex(character, 8)}`
    return character > '\u00FF' ? `\\u{${hex(character, 1)}}` : `\\x${hex(character, 2)}`
  })

const unescaped = (escape: string): string => JSON.parse(`"${escape}"`) as string

const escaped = (character: string): string => `\\${character}`

/** Escape sequences that JSON does not have, and characters that it does not allow. */
export const furtherEscapeMistakes: readonly Mistake[] = [
  written(
    'escape of Markdown or of a shell',
    /(?<=\w)_(?=\w)|\$|&/g,
    escaped,
    containing('snake_case_name', 'costs $5', 'R&D'),
  ),
  written('escaped apostrophe', /'/g, escaped, containing("it isn't", "Anke's")),
  written('escaped punctuation', /[[({%#*]/g, escaped, {
    ...containing('[a-z]', '(see below)', '{id}', '100% of', 'issue #12', 'a * b'),
    ambiguous: 'the backslash can be a part of a pattern or of a formula',
  }),
  written('escape of another language', /\w*[\u00A1-\u{1FFFF}][\w\u00A1-\u{1FFFF}]*/gu, escapedElsewhere, {
    ...containing('größer', 'café', '🌙'),
    ambiguous: 'a backslash and an x can start a part of a path',
  }),
  written('raw tab in a string', /\\t/g, unescaped, containing('a\tb')),
  written(
    'raw control character or line break of Windows in a string',
    /\\r\\n|\\u00[01][\da-f]/g,
    unescaped,
    containing('a\r\nb', '\u001B[1m', '\u0007'),
  ),
]
