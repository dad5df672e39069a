import type { Mistake } from '../../mistakes/mistake.ts'
import type { JsonText, Token } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import { contentOf, namesIn, replaceQuotes, stringsIn } from '../tokens-of.ts'

const PAIRS: readonly (readonly [name: string, open: string, close: string])[] = [
  ['German quotes', '„', '“'],
  ['guillemets', '«', '»'],
  ['corner brackets', '「', '」'],
  ['white corner brackets', '『', '』'],
  ['typographic apostrophes', '‘', '’'],
  ['double primes', '″', '″'],
  ['fullwidth quotes', '＂', '＂'],
  ['two closing typographic quotes', '”', '”'],
  ['the quotes of LaTeX', '``', "''"],
  ['pairs of apostrophes', "''", "''"],
  ['an apostrophe and a backtick', '`', "'"],
  ['HTML entities', '&quot;', '&quot;'],
]

const QUOTES = /[“”„‘’'`″＂«»「」『』]|&quot;/

const isFree = (json: JsonText, token: Token): boolean => !QUOTES.test(contentOf(json, token))

/** Both quotes of a string or a name are of another kind. */
export const twoForeignQuotesMistakes: readonly Mistake[] = [
  ...PAIRS.map(([name, open, close]) =>
    anywhere(`string in ${name}`, (json) =>
      stringsIn(json)
        .filter((token) => isFree(json, token))
        .map((token) => replaceQuotes(token, open, close)),
    ),
  ),
  anywhere('name in quotes of another language', (json, random) =>
    namesIn(json).map((token) => {
      const [, open, close] = random.pick(PAIRS)
      return replaceQuotes(token, open, close)
    }),
  ),
  {
    name: 'all quotes typographic',
    edits: (json) => {
      const tokens = [...namesIn(json), ...stringsIn(json)]
      return tokens.every((token) => !/[“”]/.test(contentOf(json, token)))
        ? tokens.flatMap((token) => replaceQuotes(token, '“', '”'))
        : []
    },
  },
  anywhere('apostrophe in a string in apostrophes', (json) =>
    stringsIn(json)
      .filter((token) => /^[^'"\\]*\w'\w[^'"\\]*$/.test(contentOf(json, token)))
      .map((token) => replaceQuotes(token, "'", "'")),
  ),
]
