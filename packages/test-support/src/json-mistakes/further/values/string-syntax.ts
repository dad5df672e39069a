import { type Edit, insertAt, replace } from '../../edits.ts'
import { escapesIn } from '../../mistakes/escapes.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { atRandomSpace } from '../../mistakes/quotes.ts'
import type { JsonText, Token } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import { contentOf, replaceQuotes, stringsIn } from '../tokens-of.ts'

/** Splits each string after one of its spaces, which stays at the end of the first part. */
const split = (json: JsonText, between: (token: Token) => string): Edit[][] =>
  stringsIn(json).flatMap((token) => {
    const spaces = Array.from(contentOf(json, token).matchAll(/[^\\] (?=\S)/g), ({ index }) => index + 2)
    const middle = spaces[Math.floor(spaces.length / 2)]
    return middle === undefined ? [] : [[insertAt(token.start + 1 + middle, `"${between(token)}"`)]]
  })

const inList = ({ tokens }: JsonText, { container }: Token): boolean => tokens[container]?.kind === '['

/** Strings in the syntax of other languages. */
export const stringSyntaxMistakes: readonly Mistake[] = [
  anywhere('strings joined with a plus sign', (json) => split(json, () => ' + ')),
  anywhere('strings joined with a plus sign over lines', (json) => split(json, () => ' +\n    ')),
  anywhere('strings joined with an operator of another language', (json, random) =>
    split(json, () => random.pick([' . ', ' .. ', ' & ', ' || ', ' ~ '])),
  ),
  anywhere('adjacent strings over lines', (json) => split(json, () => '\n    ')),
  anywhere('adjacent strings', (json) => split(json, () => ' ')),
  anywhere('adjacent strings, the second one with a space at its start', (json) =>
    stringsIn(json).flatMap((token) => {
      const at = /(?<=[^\\]) (?=\S)/.exec(contentOf(json, token))?.index
      return at === undefined ? [] : [[insertAt(token.start + 1 + at, '" "')]]
    }),
  ),
  anywhere('prefix of a string', (json, random) =>
    stringsIn(json)
      .filter((token) => !/[\\{}]/.test(contentOf(json, token)))
      .map(({ start }) => [insertAt(start, random.pick(['b', 'u', 'f', 'r', 'L', '@', 'N']))]),
  ),
  anywhere(
    'raw string with backslashes',
    (json) =>
      stringsIn(json)
        .filter((token) => /^([^\\]|\\\\)*\\\\([^\\]|\\\\)*$/.test(contentOf(json, token)))
        .map((token) => [
          insertAt(token.start, 'r'),
          ...escapesIn(json)
            .filter(({ start }) => start > token.start && start < token.end)
            .map((escape) => replace(escape, '\\')),
        ]),
    { reword: (text, random) => atRandomSpace(text.replaceAll(/["\n]/g, ''), random, ' C:\\data\\in ') },
  ),
  anywhere(
    'template over lines in backticks',
    (json) =>
      stringsIn(json)
        .filter((token) => /^[^"\\`]+(\\n[^"\\`]+)+$/.test(contentOf(json, token)))
        .map((token) => [
          ...replaceQuotes(token, '`', '`'),
          ...escapesIn(json)
            .filter(({ start }) => start > token.start && start < token.end)
            .map((escape) => replace(escape, '\n')),
        ]),
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
  anywhere(
    'lines of a string as a list',
    (json) =>
      stringsIn(json)
        .filter((token) => !inList(json, token) && /\. [A-Z]/.test(contentOf(json, token)))
        .map((token) => [
          insertAt(token.start, '['),
          ...Array.from(contentOf(json, token).matchAll(/\. (?=[A-Z])/g), ({ index }) =>
            replace({ start: token.start + 2 + index, end: token.start + 3 + index }, '", "'),
          ),
          insertAt(token.end, ']'),
        ]),
    { ambiguous: 'the items can be joined with a space, a line break or a comma' },
  ),
]
