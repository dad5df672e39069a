import { type Edit, replace } from '../../edits.ts'
import { escapesIn } from '../../mistakes/escapes.ts'
import type { ArtifactText, Mistake } from '../../mistakes/mistake.ts'
import { atRandomSpace } from '../../mistakes/quotes.ts'
import type { Token } from '../../tokens.ts'
import { anywhere, around } from '../kinds.ts'
import {
  contentOf,
  replaceClosingQuote,
  replaceOpeningQuote,
  replaceQuotes,
  stringsIn,
  unescapedIn,
} from '../tokens-of.ts'

/** The strings that do not end with a quote or a backslash, or with a digit after which a quote could mean inches. */
const plainStringsIn = (json: ArtifactText): Token[] =>
  stringsIn(json).filter((token) => /[^"\\\d]$/.test(contentOf(json, token)))

/** The strings of which the content matches, in tripled quotes and without escapes. */
const tripled = (json: ArtifactText, pattern: RegExp, unescaped: string): Edit[][] =>
  stringsIn(json)
    .filter((token) => pattern.test(contentOf(json, token)))
    .map((token) => [...replaceQuotes(token, '"""', '"""'), ...unescapedIn(json, token, unescaped)])

/** Quotes that are written twice or three times. */
export const repeatedQuotesMistakes: readonly Mistake[] = [
  anywhere('string in doubled quotes', (json) =>
    plainStringsIn(json).map((token) => replaceQuotes(token, '""', '""')),
  ),
  anywhere('one quote of a string doubled', (json, random) =>
    plainStringsIn(json).map((token) => [
      random.chance(0.5) ? replaceOpeningQuote(token, '""') : replaceClosingQuote(token, '""'),
    ]),
  ),
  anywhere('string in tripled quotes', (json) =>
    plainStringsIn(json).map((token) => replaceQuotes(token, '"""', '"""')),
  ),
  anywhere(
    'tripled quotes around a text with quotes',
    (json) => tripled(json, /^[^"\\]+(\\"[^"\\]+\\"[^"\\]+)+$/, '"'),
    { reword: (text, random) => atRandomSpace(text.replaceAll('"', ''), random, ' a "hard" stop ') },
  ),
  anywhere('tripled quotes around lines', (json) => tripled(json, /^[^"\\]+(\\n[^"\\]+)+$/, '\n'), {
    reword: (text, random) => atRandomSpace(text.replaceAll('"', ''), random, '\n'),
  }),
  anywhere(
    'quotes in a string doubled',
    (json) =>
      stringsIn(json)
        .filter((token) => /\\"[^"\\]+\\"/.test(contentOf(json, token)))
        .map((token) =>
          escapesIn(json)
            .filter(({ start, character }) => character === '"' && start > token.start && start < token.end)
            .map((escape) => replace(escape, '""')),
        ),
    {
      ambiguous: 'doubled quotes can be the escape of CSV and SQL, or two quotes that are not escaped',
      reword: (text, random) => atRandomSpace(text.replaceAll('"', ''), random, ' the "old" and '),
    },
  ),
  around('stray quotes after the artifact', (random) => ['', random.pick(['""', '"', "''"])]),
]
