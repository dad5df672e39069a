import { insertAt, replace } from '../../edits.ts'
import { escapesIn } from '../../mistakes/escapes.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { atRandomSpace } from '../../mistakes/quotes.ts'
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
  anywhere('opening quote of a string escaped', (json) =>
    stringsIn(json).map((token) => [replaceOpeningQuote(token, '\\"')]),
  ),
  anywhere('both quotes of a string escaped', (json) =>
    stringsIn(json).map((token) => replaceQuotes(token, '\\"', '\\"')),
  ),
  anywhere('closing quote of a name escaped', (json) =>
    namesIn(json).map((token) => [replaceClosingQuote(token, '\\"')]),
  ),
  anywhere('both quotes of a name escaped', (json) =>
    namesIn(json).map((token) => replaceQuotes(token, '\\"', '\\"')),
  ),
  anywhere(
    'quotes in a string with two backslashes',
    (json) =>
      stringsIn(json)
        .filter((token) => /^[^"\\]+\\"[^"\\]+\\"[^"\\]+$/.test(contentOf(json, token)))
        .map((token) =>
          escapesIn(json)
            .filter(({ start }) => start > token.start && start < token.end)
            .map(({ start }) => insertAt(start, '\\')),
        ),
    {
      ambiguous: 'a backslash before the quotes can be a part of the text, for example of a command',
      reword: (text, random) => atRandomSpace(text.replaceAll('"', ''), random, ' "as is" '),
    },
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
  around('artifact in quotes', () => ['"', '"']),
  around('artifact in apostrophes', () => ["'", "'"]),
  throughout('quotes and backslashes escaped throughout', ({ text }) =>
    text.replaceAll(/["\\]/g, (character) => `\\${character}`),
  ),
  throughout('quotes as Unicode escapes', (json) =>
    json.text.includes('\\"') ? undefined : json.text.replaceAll('"', '\\u0022'),
  ),
]
