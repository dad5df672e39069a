import { insertAt, replace } from '../../edits.ts'
import { escapesIn } from '../../mistakes/escapes.ts'
import type { ArtifactText, Mistake } from '../../mistakes/mistake.ts'
import { atRandomSpace } from '../../mistakes/quotes.ts'
import { anywhere, throughout } from '../kinds.ts'
import { contentOf, stringsIn } from '../tokens-of.ts'

/** Writes a character of strings in another way. */
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

const escaped = (character: string): string => `\\${character}`

const unescaped = (escape: string): string => JSON.parse(`"${escape}"`) as string

/** The escapes of line breaks and tabs of a string, written raw. */
const raw = (json: ArtifactText, character: string, insert: string) =>
  escapesIn(json)
    .filter((escape) => escape.character === character)
    .map((escape) => [replace(escape, insert)])

/** Escape sequences that JSON does not have, and characters that it does not allow. */
export const furtherEscapeMistakes: readonly Mistake[] = [
  written('escape of Markdown', /(?<=\w)_(?=\w)/g, escaped, containing('snake_case_name', 'user_id')),
  written('escape of a shell', /\$|&/g, escaped, containing('$HOME', 'costs $5', 'R&D')),
  written('escaped apostrophe', /'/g, escaped, containing("it isn't", "Anke's")),
  written('escaped punctuation', /[[({%#*]/g, escaped, {
    ...containing('[a-z]', '(see below)', '{id}', '100% of', 'issue #12', 'a * b'),
    ambiguous: 'the backslash can be a part of a pattern or of a formula',
  }),
  anywhere(
    'backslash of a pattern',
    (json) =>
      escapesIn(json)
        .filter(({ character, end }) => character === '\\' && /[.()[\]*+?|$^]/.test(json.text[end] ?? ''))
        .map(({ start }) => [replace({ start, end: start + 1 }, '')]),
    {
      ...containing('v1\\.2', '\\(group\\)', 'a\\+b', '\\[x\\]'),
      ambiguous: 'the backslash can be a part of a pattern, or escape a character in vain',
    },
  ),
  written('hexadecimal escape', /[\u00A1-\u00FF]/g, (character) => `\\x${hex(character, 2)}`, {
    ...containing('größer', 'café'),
    ambiguous: 'a backslash and an x can start a part of a path',
  }),
  written(
    'Unicode escape in braces',
    /[\u00A1-\u{1FFFF}]/gu,
    (character) => `\\u{${hex(character, 1)}}`,
    containing('größer 🌙'),
  ),
  written(
    'Unicode escape of Python',
    /[\u{10000}-\u{1FFFF}]/gu,
    (character) => `\\U${hex(character, 8)}`,
    containing('🌙', '👍'),
  ),
  written(
    'octal escape',
    /[\u00A1-\u00FF]/g,
    (character) => `\\${(character.codePointAt(0) ?? 0).toString(8)}`,
    {
      ...containing('größer', 'café'),
      ambiguous: 'a backslash and digits can be a part of a path or a reference of a pattern',
    },
  ),
  written(
    'Unicode escape with too few digits',
    /[\u00A1-\u00FF]/g,
    (character) => `\\u${hex(character, 2)}`,
    {
      ...containing('größer', 'café'),
      ambiguous: 'the letters after it can belong to the escape',
    },
  ),
  anywhere('raw tab in a string', (json) => raw(json, 't', '\t'), containing('a\tb')),
  written('raw line break of Windows in a string', /\\r\\n/g, () => '\r\n', containing('a\r\nb')),
  written(
    'raw control character in a string',
    /\\u00[01][\da-f]/g,
    unescaped,
    containing('\u0007', '\u001B[1m'),
  ),
  throughout('line breaks between tokens as escapes', ({ text }) =>
    text.trimEnd().includes('\n') ? text.replaceAll('\n', '\\n') : undefined,
  ),
  anywhere('escape between tokens', (json, random) =>
    json.tokens
      .filter(({ kind }) => kind === ',')
      .map(({ end }) => [insertAt(end, random.pick(['\\n', '\\t', '\\n  ', '\\']))]),
  ),
]
