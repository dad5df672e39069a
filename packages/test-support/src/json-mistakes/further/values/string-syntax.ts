import type { Random } from '../../../artifacts/random.ts'
import { type Edit, insertAt } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { atRandomSpace } from '../../mistakes/quotes.ts'
import type { JsonText, Token } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import { contentOf, replaceQuotes, stringsIn, unescapedIn } from '../tokens-of.ts'

/** Splits each string before or after its middle space. */
const split = (json: JsonText, random: Random, between: readonly string[]): Edit[][] =>
  stringsIn(json).flatMap((token) => {
    const spaces = Array.from(contentOf(json, token).matchAll(/(?<=[^\\ ]) (?=[^ ])/g), ({ index }) => index)
    const middle = spaces[Math.floor(spaces.length / 2)]
    if (middle === undefined) return []
    return [[insertAt(token.start + 1 + middle + random.integer(0, 1), `"${random.pick(between)}"`)]]
  })

const PREFIXES = ['b', 'u', 'f', 'r', 'L', '@', 'N']

/** The strings with escaped backslashes and no other escape. */
const withBackslashes = (json: JsonText): Token[] =>
  stringsIn(json).filter((token) => /^(?=.*\\\\)([^\\]|\\\\)*$/.test(contentOf(json, token)))

/** Strings in the syntax of other languages. */
export const stringSyntaxMistakes: readonly Mistake[] = [
  anywhere('strings joined with an operator', (json, random) =>
    split(json, random, [' + ', ' +\n    ', '\n    + ', ' . ', ' .. ', ' & ', ' || ']),
  ),
  anywhere('adjacent strings', (json, random) => split(json, random, [' ', '\n    '])),
  anywhere(
    'prefix of a string',
    (json, random) => [
      ...stringsIn(json)
        .filter((token) => !/[\\{}]/.test(contentOf(json, token)))
        .map(({ start }) => [insertAt(start, random.pick(PREFIXES))]),
      ...withBackslashes(json).map((token) => [
        insertAt(token.start, 'r'),
        ...unescapedIn(json, token, '\\'),
      ]),
    ],
    { reword: (text, random) => atRandomSpace(text.replaceAll(/["\n]/g, ''), random, ' C:\\data\\in ') },
  ),
  anywhere(
    'template over lines in backticks',
    (json) =>
      stringsIn(json)
        .filter((token) => /^[^"\\`]+(\\n[^"\\`]+)+$/.test(contentOf(json, token)))
        .map((token) => [...replaceQuotes(token, '`', '`'), ...unescapedIn(json, token, '\n')]),
    { reword: (text, random) => atRandomSpace(text.replaceAll('"', ''), random, '\n') },
  ),
  anywhere(
    'string continued after a backslash',
    (json) =>
      stringsIn(json).flatMap((token) => {
        const at = /[^\\] \w/.exec(contentOf(json, token))?.index
        return at === undefined ? [] : [[insertAt(token.start + 3 + at, '\\\n')]]
      }),
    { ambiguous: 'the backslash and the line break can be content, for example of a command' },
  ),
  anywhere(
    'marks of Markdown around a string',
    (json, random) =>
      stringsIn(json).map(({ start, end }) => {
        const mark = random.pick(['**', '`', '_', '*'])
        return [insertAt(start, mark), insertAt(end, mark)]
      }),
    { ambiguous: 'backticks can be the quotes, and the quotes a part of the text' },
  ),
]
