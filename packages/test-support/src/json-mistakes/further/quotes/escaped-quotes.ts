import { replace } from '../../edits.ts'
import { escapesIn } from '../../mistakes/escapes.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { anywhere, around, throughout } from '../kinds.ts'
import {
  contentOf,
  namesIn,
  replaceClosingQuote,
  replaceOpeningQuote,
  replaceQuotes,
  stringsIn,
} from '../tokens-of.ts'

/** Backslashes before quotes that end or start a string, and texts in quotes as a whole. */
export const escapedQuotesMistakes: readonly Mistake[] = [
  anywhere('closing quote of a string escaped', (json) =>
    stringsIn(json)
      .filter((token) => /[^"\\]$/.test(contentOf(json, token)))
      .map((token) => [replaceClosingQuote(token, '\\"')]),
  ),
  anywhere('opening quote of a string escaped, or both', (json, random) =>
    stringsIn(json).map((token) =>
      random.chance(0.5) ? [replaceOpeningQuote(token, '\\"')] : replaceQuotes(token, '\\"', '\\"'),
    ),
  ),
  anywhere('closing quote of a name escaped, or both', (json, random) =>
    namesIn(json).map((token) =>
      random.chance(0.5) ? [replaceClosingQuote(token, '\\"')] : replaceQuotes(token, '\\"', '\\"'),
    ),
  ),
  anywhere(
    'path that ends with a single backslash',
    (json) =>
      escapesIn(json)
        .filter(({ character, end }) => character === '\\' && json.text[end] === '"')
        .map((escape) => [replace(escape, '\\')]),
    {
      ambiguous: 'a backslash before a quote escapes it, or belongs to a path',
      reword: (text, random) => `${text} ${random.pick(['C:\\builds\\', '..\\dist\\', 'D:\\'])}`,
    },
  ),
  around('artifact in quotes', (random) => random.pick([['"', '"'] as const, ["'", "'"] as const])),
  throughout('quotes and backslashes escaped throughout', ({ text }) =>
    text.replaceAll(/["\\]/g, (character) => `\\${character}`),
  ),
]
