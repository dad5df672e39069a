import type { Mistake } from '../../mistakes/mistake.ts'
import { atRandomSpace } from '../../mistakes/quotes.ts'
import type { JsonText, Token } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import { contentOf, namesIn, replaceQuotes, stringsIn } from '../tokens-of.ts'

type Pair = readonly [open: string, close: string]

const OF_LANGUAGES: readonly Pair[] = [
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
  ['＂', '＂'],
]

const KINDS: readonly (readonly [name: string, pairs: readonly Pair[]])[] = [
  ['string in quotes of another language', OF_LANGUAGES],
  [
    'string in typographic apostrophes or primes',
    [
      ['‘', '’'],
      ['″', '″'],
      ['′', '′'],
    ],
  ],
  ['string in two closing typographic quotes', [['”', '”']]],
  [
    'string in quotes of two characters',
    [
      ['``', "''"],
      ["''", "''"],
    ],
  ],
]

const QUOTES = /[“”„‘’'`′″＂«»「」『』]/

const isFree = (json: JsonText, token: Token): boolean => !QUOTES.test(contentOf(json, token))

/** Both quotes of a string or a name are of another kind. */
export const twoForeignQuotesMistakes: readonly Mistake[] = [
  ...KINDS.map(([name, pairs]) =>
    anywhere(name, (json, random) =>
      stringsIn(json)
        .filter((token) => isFree(json, token))
        .map((token) => replaceQuotes(token, ...random.pick(pairs))),
    ),
  ),
  anywhere('name in quotes of another language', (json, random) =>
    namesIn(json).map((token) => replaceQuotes(token, ...random.pick(OF_LANGUAGES))),
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
  anywhere(
    'apostrophe in a string in apostrophes',
    (json) =>
      stringsIn(json)
        .filter((token) => /^[^'"\\]*\w'\w[^'"\\]*$/.test(contentOf(json, token)))
        .map((token) => replaceQuotes(token, "'", "'")),
    { reword: (text, random) => atRandomSpace(text.replaceAll(/["']/g, ''), random, " isn't ") },
  ),
]
