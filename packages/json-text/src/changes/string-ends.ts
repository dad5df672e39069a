import { deleting, inserting, replacing } from '../text/edits.ts'
import type { TokenChange } from './token-change.ts'
import type { Token } from '../lexical/lexer.ts'
import { ANY_QUOTE, QUOTES } from '../lexical/other-quotes.ts'
import { mistakesOfString, QUOTE } from '../lexical/string.ts'
import { indexOfQuote } from '../text/tokenizer.ts'

/** Of one string, at most so many other ends are tried. */
const MAX_ENDS = 60
/** Other ends of one string are tried up to so many characters after its start. */
export const MAX_LENGTH = 10_000
/** At most so many quotes in a row are read as a part of one string. */
const MAX_INNER_QUOTES = 6

/** The white space between the end of a string and a separator, at most. */
const MAX_GAP = 1000
/** A separator or bracket, with the white space before it as a group, or a line break. */
const STRING_END = /(?=[,:}\]])(?<=([ \t]*[\r\n]*[ \t]*))|(?=\r?\n)/g
/** The end of a text that ends later, or is cut: a comma, a closing bracket that the text does not open, an ellipsis. */
const UNLIKELY_END = /,$|^[^[]*\]$|^[^{]*\}$|(?:\.{3}|…)$/
/** Quotes in texts: of each kind, an even number are pairs. */
const QUOTE_KINDS = `\\" | '' \`\` | ' ‘ ’ ‚ | \` | ´ | ′ | ″ | ＂ | “ ” „ ‟ | « » | ‹ › | 「 」 | 『 』`
  .split(' | ')
  .map((kind) => kind.split(' '))
/** A genitive, a length, a path or one backslash: its last character can belong to the text. */
const PART_OF_TEXT = /^\\"$|s['’]$|(?:^|[\s(])\d+(?:[.,/]\d+)?\\?["'’´′″＂]$|(?:[\\:]|\.\.)[^\s"]*\\"$/i

/** The string ends in the same line, before a separator, a bracket or the line break. */
export function earlierEnds({ kind, start, end }: Token, text: string): TokenChange[] {
  const changes: TokenChange[] = []
  const last = Math.min(kind === 'string' ? end - 1 : text.length, start + MAX_LENGTH)
  const lineBreak = /[\n\r]/.exec(text.slice(start, last))
  const limit = lineBreak ? start + lineBreak.index + 1 : last
  for (const close of endsIn(text, start + 1, limit)) changes.push(...endsAt(start, close, text))
  return changes
}

/** The offsets where a string can end: in white space before a separator or bracket, or before a line break. */
function endsIn(text: string, from: number, limit: number): number[] {
  const ends = new Set<number>()
  for (const { index, 1: gap = '' } of text.slice(from, limit + MAX_GAP).matchAll(STRING_END))
    for (let end = index - gap.length; end <= index; end++) ends.add(from + end)
  const sorted = Array.from(ends).sort((a, b) => a - b)
  return sorted.filter((end) => end < limit).slice(0, MAX_ENDS)
}

/**
 * The closing quote is missing: `"high, "id"` → `"high", "id"`. Or it is of another kind or escaped, and unpaired in the
 * text: `"high”, "id"` and `"high\", "id"` → `"high", "id"`; after `dogs'` and `19″`, it can be a part of the text.
 */
function endsAt(start: number, close: number, text: string): TokenChange[] {
  const content = text.slice(start + 1, close)
  const quote = unpairedQuote(content)
  const missing = { ...missingQuote('closing', close), inside: mistakesOfString(text, start + 1, close) }
  if (isUnlikely(content, text.slice(close, close + MAX_GAP))) return [{ ...missing, certainty: 'never' }]
  if (quote === '') return [missing]
  const from = close - quote.length
  const replaced: TokenChange = {
    ...missing,
    kind: 'other quote',
    offset: from,
    hint: 'write a straight double quote',
    edits: [replacing(from, close, '"')],
    inside: mistakesOfString(text, start + 1, from),
  }
  return PART_OF_TEXT.test(content) ? [replaced, missing] : [replaced]
}

/**
 * The quote that ended the string belongs to the text or is too many, or pairs of quotes are around words in the text. At the
 * start of the text, an unpaired quote is too many.
 */
export function laterEnds({ kind, start, end }: Token, text: string): TokenChange[] {
  const changes: TokenChange[] = []
  const inner = [end - 1]
  for (let from = end; kind === 'string' && inner.length <= MAX_INNER_QUOTES;) {
    const close = indexOfQuote(text.slice(0, start + MAX_LENGTH), from)
    if (close === -1) return changes
    const inside = mistakesOfString(text, start + 1, close).filter((mistake) => mistake.kind !== 'quote')
    const edits = inner.map((at) => inserting(at, '\\'))
    const longer = { tokens: ['string'], next: close + 1, inside } as const
    if (inner.length === 1 ? end - 1 > start + 1 : arePairs(text, start, inner))
      changes.push({ ...QUOTE, offset: end - 1, edits, ...longer })
    if (inner.length === 1) changes.push({ ...extraQuote(end - 1), ...longer })
    inner.push(close)
    from = close + 1
  }
  return changes
}

/** Whether each quote before a word is followed by one after a word. `"a " + b + " c"` has two texts. */
const arePairs = (text: string, start: number, quotes: readonly number[]): boolean =>
  quotes.length % 2 === 0 &&
  quotes.every((at, index) =>
    index % 2 === 0
      ? (at === start + 1 || /[\s([{]/.test(text.charAt(at - 1))) &&
        !/^\s|^\+[^"]/.test(text.slice(at + 1, at + 3))
      : /[\s.,;:!?)\]}"]/.test(text.charAt(at + 1)) && !/\s$|[^"]\+$/.test(text.slice(at - 2, at)),
  )

/** The quote at the end of a text, if it is unpaired there; otherwise `''`. */
function unpairedQuote(content: string): string {
  if (!ANY_QUOTE.test(content.slice(-1))) return ''
  const quotes = Array.from(content.matchAll(QUOTES), ([, long, short]) => long ?? short ?? '')
  const last = quotes.at(-1) ?? ''
  const kind = QUOTE_KINDS.find((each) => each.includes(last))
  const count = quotes.filter((quote) => kind?.includes(quote)).length
  return content.endsWith(last) && count % 2 === 1 ? last : ''
}

/** Whether a text can be cut at its end or at that of its line, or what follows is the second bracket of a pair in it. */
function isUnlikely(content: string, next: string): boolean {
  if (/^\r?\n/.test(next) && /\s.*[^.!?]$/.test(content)) return true
  const [closing] = /^\s*([\]}])/.exec(next)?.slice(1) ?? []
  const opening = closing === ']' ? '[' : '{'
  const isPair = closing !== undefined && content.lastIndexOf(opening) > content.lastIndexOf(closing)
  return isPair || UNLIKELY_END.test(content)
}

/** A string whose opening or closing quote is missing. */
export function missingQuote(which: 'opening' | 'closing', offset: number): TokenChange {
  const kind = `${which} quote`
  const hint = 'add the missing double quote'
  const edits = [inserting(offset, '"')]
  return { tokens: ['string'], next: offset, kind, offset, hint, edits, certainty: 'accepted' }
}

export function extraQuote(offset: number, count = 1): TokenChange {
  const next = offset + count
  const hint = 'delete the extra double quote'
  const edits = [deleting(offset, next)]
  return { tokens: [], next, kind: 'extra quote', offset, hint, edits, certainty: 'accepted' }
}
