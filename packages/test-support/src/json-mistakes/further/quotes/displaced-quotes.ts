import { insertAt, remove, replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { isClosing, isOpening, type JsonText, type Token } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import {
  closingOf,
  contentOf,
  replaceClosingQuote,
  replaceOpeningQuote,
  sourceOf,
  stringsIn,
  tokensOf,
} from '../tokens-of.ts'

interface Pair {
  readonly token: Token
  readonly next: Token
}

/** The tokens with the token after each of them. */
const pairsIn = ({ tokens }: JsonText): Pair[] =>
  tokens.flatMap((token, index) => {
    const next = tokens[index + 1]
    return next ? [{ token, next }] : []
  })

const isString = ({ kind }: Token): boolean => kind === 'string'
const isAtLineEnd = ({ text }: JsonText, { end }: Token): boolean => /^\r?\n/.test(text.slice(end, end + 2))

const hasNoBrackets = (json: JsonText, token: Token): boolean => !/[{}[\]]/.test(contentOf(json, token))

/** Moves a separator or a bracket after a string to before its closing quote. */
const intoString = (string: Token, mark: Token, source: string) => [
  insertAt(string.end - 1, source),
  remove(mark),
]

/** Quotes that are on the wrong side of a separator, a bracket or a word. */
export const displacedQuotesMistakes: readonly Mistake[] = [
  anywhere('comma inside the quotes at the end of a line', (json) =>
    pairsIn(json)
      .filter(({ token, next }) => isString(token) && next.kind === ',' && isAtLineEnd(json, next))
      .map(({ token, next }) => intoString(token, next, ',')),
  ),
  anywhere('comma inside the quotes in one line', (json) =>
    pairsIn(json)
      .filter(({ token, next }) => isString(token) && next.kind === ',' && !isAtLineEnd(json, next))
      .map(({ token, next }) => intoString(token, next, ',')),
  ),
  anywhere('colon inside the quotes of a name', (json) =>
    pairsIn(json)
      .filter(({ next }) => next.kind === ':')
      .map(({ token, next }) => intoString(token, next, ':')),
  ),
  anywhere('closing bracket inside the quotes', (json) =>
    pairsIn(json)
      .filter(({ token, next }) => isString(token) && isClosing(next.kind) && hasNoBrackets(json, token))
      .map(({ token, next }) => intoString(token, next, next.kind)),
  ),
  anywhere('opening bracket inside the quotes', (json) =>
    pairsIn(json)
      .filter(({ token, next }) => isOpening(token.kind) && (isString(next) || next.kind === 'name'))
      .filter(({ next }) => hasNoBrackets(json, next))
      .map(({ token, next }) => [remove(token), insertAt(next.start + 1, token.kind)]),
  ),
  anywhere('name and value in one pair of quotes', (json) =>
    json.tokens.flatMap((colon, index) => {
      const [name, value] = [json.tokens[index - 1], json.tokens[index + 1]]
      if (colon.kind !== ':' || !name || !value || !isString(value)) return []
      return [[replaceClosingQuote(name, ''), replaceOpeningQuote(value, '')]]
    }),
  ),
  anywhere(
    'quote inside the text',
    (json, random) =>
      wordsIn(json).map(({ token, words }) => {
        const [first = '', last = ''] = [words[0], words.at(-1)]
        const afterFirst = token.start + 1 + first.length
        const beforeLast = token.end - 2 - last.length
        return random.chance(0.5)
          ? [replaceOpeningQuote(token, ''), replace({ start: afterFirst, end: afterFirst + 1 }, ' "')]
          : [replace({ start: beforeLast, end: beforeLast + 1 }, '" '), replaceClosingQuote(token, '')]
      }),
    { ambiguous: 'the word outside the quotes can be a part of the text, or a remark of the author' },
  ),
  anywhere('list or object in quotes', ({ tokens }) =>
    tokens.flatMap((token, index) => {
      const close = closingOf(tokens, index)
      const isInner = isOpening(token.kind) && token.container !== -1
      return isInner && close ? [[insertAt(token.start, '"'), insertAt(close.end, '"')]] : []
    }),
  ),
  anywhere('number or literal in quotes', (json) =>
    tokensOf(json, 'number', 'literal').map((token) => [replace(token, `"${sourceOf(json, token)}"`)]),
  ),
]

/** Strings of at least four words without quotes. */
function wordsIn(json: JsonText): { readonly token: Token; readonly words: readonly string[] }[] {
  return stringsIn(json)
    .filter((token) => !/["\\]/.test(contentOf(json, token)))
    .map((token) => ({ token, words: contentOf(json, token).split(' ') }))
    .filter(({ words }) => words.length > 3 && words.every((word) => word !== ''))
}
