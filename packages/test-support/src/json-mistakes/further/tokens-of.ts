import { type Edit, replace } from '../edits.ts'
import { escapesIn } from '../mistakes/escapes.ts'
import { isClosing, type JsonText, type Token, type TokenKind } from '../tokens.ts'

/** The tokens of some kinds, in their order. */
export const tokensOf = ({ tokens }: JsonText, ...kinds: readonly TokenKind[]): Token[] =>
  tokens.filter(({ kind }) => kinds.includes(kind))

export const stringsIn = (json: JsonText): Token[] => tokensOf(json, 'string')
export const namesIn = (json: JsonText): Token[] => tokensOf(json, 'name')
export const numbersIn = (json: JsonText): Token[] => tokensOf(json, 'number')
export const literalsIn = (json: JsonText): Token[] => tokensOf(json, 'literal')

/** The closing bracket of an opening one. */
export const closingOf = (tokens: readonly Token[], opening: number): Token | undefined =>
  tokens
    .slice(opening + 1)
    .find(({ kind, container }) => isClosing(kind) && container === tokens[opening]?.container)

/** The source of a token. */
export const sourceOf = ({ text }: JsonText, { start, end }: Token): string => text.slice(start, end)

/** The source of a string or a name between its quotes. */
export const contentOf = ({ text }: JsonText, { start, end }: Token): string => text.slice(start + 1, end - 1)

export const replaceOpeningQuote = ({ start }: Token, insert: string): Edit => ({
  start,
  end: start + 1,
  insert,
})

export const replaceClosingQuote = ({ end }: Token, insert: string): Edit => ({ start: end - 1, end, insert })

/** Replaces both quotes of a string or a name. */
export const replaceQuotes = (token: Token, open: string, close: string): Edit[] => [
  replaceOpeningQuote(token, open),
  replaceClosingQuote(token, close),
]

/** Writes all escapes of a string as a raw character. */
export const unescapedIn = (json: JsonText, { start, end }: Token, raw: string): Edit[] =>
  escapesIn(json)
    .filter((escape) => escape.start > start && escape.start < end)
    .map((escape) => replace(escape, raw))
