import type { Edit } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import type { JsonText, Token } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import { contentOf, namesIn, replaceClosingQuote, replaceOpeningQuote, stringsIn } from '../tokens-of.ts'

const CLOSING: readonly (readonly [name: string, quote: string])[] = [
  ['a typographic quote', '”'],
  ['a typographic apostrophe', '’'],
  ['an apostrophe', "'"],
  ['a backtick', '`'],
  ['a double prime', '″'],
  ['a guillemet', '»'],
  ['a corner bracket', '」'],
]

const OPENING: readonly (readonly [name: string, quote: string])[] = [
  ['a typographic quote', '“'],
  ['a typographic apostrophe', '‘'],
  ['an apostrophe', "'"],
  ['a backtick', '`'],
  ['a low quote', '„'],
  ['a guillemet', '«'],
  ['a corner bracket', '「'],
]

const QUOTES = /[“”„‘’'`″«»「」]/

/** A string that has such quotes inside could lack its own quote, and end with one of them. */
const withoutQuotes = (json: JsonText, tokens: readonly Token[]): Token[] =>
  tokens.filter((token) => !QUOTES.test(contentOf(json, token)))

const each = (json: JsonText, tokens: readonly Token[], edit: (token: Token) => Edit): Edit[][] =>
  withoutQuotes(json, tokens).map((token) => [edit(token)])

/** One quote of a string or a name is of another kind, the other one is right. */
export const oneForeignQuoteMistakes: readonly Mistake[] = [
  ...CLOSING.map(([name, quote]) =>
    anywhere(`string ended by ${name}`, (json) =>
      each(json, stringsIn(json), (token) => replaceClosingQuote(token, quote)),
    ),
  ),
  ...OPENING.map(([name, quote]) =>
    anywhere(`string started by ${name}`, (json) =>
      each(json, stringsIn(json), (token) => replaceOpeningQuote(token, quote)),
    ),
  ),
  anywhere('name ended by a quote of another kind', (json, random) =>
    each(json, namesIn(json), (token) => replaceClosingQuote(token, random.pick(CLOSING)[1])),
  ),
  anywhere('name started by a quote of another kind', (json, random) =>
    each(json, namesIn(json), (token) => replaceOpeningQuote(token, random.pick(OPENING)[1])),
  ),
]
