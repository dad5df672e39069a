import { remove } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import type { JsonText, Token } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import {
  contentOf,
  namesIn,
  replaceClosingQuote,
  replaceOpeningQuote,
  replaceQuotes,
  stringsIn,
} from '../tokens-of.ts'

const unquoted = (token: Token) => replaceQuotes(token, '', '')

/** The strings of which the content matches. What reads as a number, a literal or a comment is something else. */
const stringsOf = (json: JsonText, pattern: RegExp): Token[] =>
  stringsIn(json).filter((token) => {
    const content = contentOf(json, token)
    return pattern.test(content) && !/^([-\d]|true$|null$)|\/\/|["\\{}[\]#]/.test(content)
  })

/** Strings and names without any quotes, and quotes that are missing with what is beside them. */
export const missingQuotesMistakes: readonly Mistake[] = [
  anywhere('word without quotes', (json) => stringsOf(json, /^[\w.-]+$/).map(unquoted)),
  anywhere('text without quotes', (json) => stringsOf(json, /^[^,:;]+ [^,:;]+$/).map(unquoted)),
  anywhere('text with separators without quotes', (json) => stringsOf(json, /\w[,:;] \w/).map(unquoted), {
    ambiguous: 'a comma or a colon in a text without quotes can separate two values',
  }),
  anywhere('name without quotes', (json) => namesIn(json).map(unquoted)),
  { name: 'all names without quotes', edits: (json) => namesIn(json).flatMap(unquoted) },
  anywhere('name and word without quotes', (json) =>
    json.tokens.flatMap((value, index) => {
      const name = json.tokens[index - 2]
      const isWord = value.kind === 'string' && /^[a-z-]+$/.test(contentOf(json, value))
      return isWord && name?.kind === 'name' ? [[...unquoted(name), ...unquoted(value)]] : []
    }),
  ),
  anywhere('closing quote and comma missing', (json) =>
    json.tokens.flatMap((comma, index) => {
      const before = json.tokens[index - 1]
      return comma.kind === ',' && before?.kind === 'string'
        ? [[replaceClosingQuote(before, ''), remove(comma)]]
        : []
    }),
  ),
  anywhere('colon and opening quote missing', (json) =>
    json.tokens.flatMap((colon, index) => {
      const next = json.tokens[index + 1]
      return colon.kind === ':' && next?.kind === 'string'
        ? [[remove(colon), replaceOpeningQuote(next, '')]]
        : []
    }),
  ),
]
