import type { Edit } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import type { JsonText, Token } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import { contentOf, namesIn, replaceClosingQuote, replaceOpeningQuote, stringsIn } from '../tokens-of.ts'

interface Quotes {
  readonly name: string
  readonly opening: readonly string[]
  readonly closing: readonly string[]
}

const KINDS: readonly Quotes[] = [
  { name: 'a typographic quote', opening: ['“', '”', '„'], closing: ['”', '“', '″'] },
  { name: 'an apostrophe', opening: ["'", '‘'], closing: ["'", '’'] },
  { name: 'a backtick', opening: ['`'], closing: ['`'] },
  { name: 'a quote of another language', opening: ['«', '「'], closing: ['»', '」'] },
]

const QUOTES = /[“”„‘’'`″«»「」]/

/** A string that has such quotes inside could lack its own quote, and end with one of them. */
const each = (json: JsonText, tokens: readonly Token[], edit: (token: Token) => Edit): Edit[][] =>
  tokens.filter((token) => !QUOTES.test(contentOf(json, token))).map((token) => [edit(token)])

/** One quote of a string or a name is of another kind, the other one is right. */
export const oneForeignQuoteMistakes: readonly Mistake[] = [
  ...KINDS.map(({ name, closing }) =>
    anywhere(`string ended by ${name}`, (json, random) =>
      each(json, stringsIn(json), (token) => replaceClosingQuote(token, random.pick(closing))),
    ),
  ),
  ...KINDS.map(({ name, opening }) =>
    anywhere(`string started by ${name}`, (json, random) =>
      each(json, stringsIn(json), (token) => replaceOpeningQuote(token, random.pick(opening))),
    ),
  ),
  anywhere('name with one quote of another kind', (json, random) =>
    each(json, namesIn(json), (token) => {
      const { opening, closing } = random.pick(KINDS)
      return random.chance(0.5)
        ? replaceOpeningQuote(token, random.pick(opening))
        : replaceClosingQuote(token, random.pick(closing))
    }),
  ),
]
