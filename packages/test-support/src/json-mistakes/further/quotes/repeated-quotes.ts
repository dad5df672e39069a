import type { Mistake } from '../../mistakes/mistake.ts'
import { replace } from '../../edits.ts'
import { escapesIn } from '../../mistakes/escapes.ts'
import { atRandomSpace } from '../../mistakes/quotes.ts'
import { anywhere, around } from '../kinds.ts'
import {
  contentOf,
  namesIn,
  replaceClosingQuote,
  replaceOpeningQuote,
  replaceQuotes,
  stringsIn,
} from '../tokens-of.ts'

const filled = /[^"\\]$/

/** Quotes that are written twice or three times. */
export const repeatedQuotesMistakes: readonly Mistake[] = [
  anywhere('string in doubled quotes', (json) =>
    stringsIn(json)
      .filter((token) => filled.test(contentOf(json, token)))
      .map((token) => replaceQuotes(token, '""', '""')),
  ),
  anywhere('opening quote doubled', (json) =>
    stringsIn(json)
      .filter((token) => filled.test(contentOf(json, token)))
      .map((token) => [replaceOpeningQuote(token, '""')]),
  ),
  anywhere('closing quote doubled', (json) =>
    // After a digit, the first one could mean inches.
    stringsIn(json)
      .filter((token) => /[^"\\\d]$/.test(contentOf(json, token)))
      .map((token) => [replaceClosingQuote(token, '""')]),
  ),
  anywhere('name in doubled quotes', (json) =>
    namesIn(json).map((token) => replaceQuotes(token, '""', '""')),
  ),
  anywhere('string in tripled quotes', (json) =>
    stringsIn(json)
      .filter((token) => filled.test(contentOf(json, token)))
      .map((token) => replaceQuotes(token, '"""', '"""')),
  ),
  anywhere(
    'tripled quotes around a text with quotes',
    (json) =>
      stringsIn(json)
        .filter((token) => /^[^"\\]+(\\"[^"\\]+\\"[^"\\]+)+$/.test(contentOf(json, token)))
        .map((token) => [
          ...replaceQuotes(token, '"""', '"""'),
          ...escapesIn(json)
            .filter(({ start }) => start > token.start && start < token.end)
            .map((escape) => replace(escape, '"')),
        ]),
    { reword: (text, random) => atRandomSpace(text.replaceAll('"', ''), random, ' a "hard" stop ') },
  ),
  anywhere(
    'tripled quotes around lines',
    (json) =>
      stringsIn(json)
        .filter((token) => /^[^"\\]+(\\n[^"\\]+)+$/.test(contentOf(json, token)))
        .map((token) => [
          ...replaceQuotes(token, '"""', '"""'),
          ...escapesIn(json)
            .filter(({ start }) => start > token.start && start < token.end)
            .map((escape) => replace(escape, '\n')),
        ]),
    { reword: (text, random) => atRandomSpace(text.replaceAll('"', ''), random, '\n') },
  ),
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
