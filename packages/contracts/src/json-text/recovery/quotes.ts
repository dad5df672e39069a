import { deleting, inserting, replacing } from '../edits.ts'
import { EXPECTATIONS } from '../expectations.ts'
import type { Change } from './change.ts'
import type { State } from './grammar.ts'
import type { Token } from '../lexical/lexer.ts'
import { mistakesOfString, QUOTE } from '../lexical/string.ts'
import { indexOfQuote } from '../tokenizer.ts'

/** Of one string, at most so many other ends are tried. */
const MAX_ENDS = 60
/** Other ends of one string are tried up to so many characters after its start. */
const MAX_LENGTH = 10_000
/** At most so many quotes in a row are read as a part of one string. */
const MAX_INNER_QUOTES = 6

/** The white space between the end of a string and a separator, at most. */
const MAX_GAP = 1000
/** Where a string can end: before white space and a separator or bracket, or before a line break. */
const STRING_END = /(?=[ \t]*[\r\n]*[ \t]*[,:}\]]|\r?\n)/g
/** A comma at the end of a string separates, and a bracket without its partner hardly belongs to the text. */
const SEPARATED = /,$|^[^[]*\]$|^[^{]*\}$/
const BARE_TEXT = /[^\s,{}[\]"](?:[^\n\r,{}[\]"]*[^\s,{}[\]"])?/y

/** The changes of quotes that let the reader continue: missing ones, those that belong to a text, and ones too many. */
export function quoteChanges(state: State, token: Token, text: string): Change[] {
  const { start, kind } = token
  // A document is not a text.
  if (state.expected === 'value') return []
  if (text.charAt(start) === '"')
    return [...earlierEnds(token, text), ...laterEnds(token, text), extraQuote(start)]
  const { expected } = state
  const isMissing = (expected === 'memberValue' || expected === 'colon') && /^[,}\]]$/.test(kind)
  if (kind === 'end' || kind === 'string' || /\p{Cc}/u.test(text.charAt(start))) return []
  const values = isMissing
    ? [missingValue(state, start)]
    : [...quoted(token, text), ...thousands(start, text)]
  return [...opened(start, text), ...values]
}

/** The closing quote is missing in the same line, before a separator, a bracket or the line break. */
function earlierEnds({ kind, start, end }: Token, text: string): Change[] {
  const changes: Change[] = []
  const last = Math.min(kind === 'string' ? end - 1 : text.length, start + MAX_LENGTH)
  const lineBreak = /[\n\r]/.exec(text.slice(start, last))
  const limit = lineBreak ? start + lineBreak.index + 1 : last
  const searched = text.slice(0, limit + MAX_GAP)
  STRING_END.lastIndex = start + 1
  for (const { index: close } of searched.matchAll(STRING_END)) {
    if (close >= limit || changes.length === MAX_ENDS) break
    const certainty = SEPARATED.test(text.slice(start, close)) ? 'never' : 'accepted'
    const inside = mistakesOfString(text, start + 1, close)
    changes.push({ ...missingQuote('closing', close), inside, certainty })
  }
  return changes
}

/** The quote that ended the string belongs to the text or is too many, or pairs of quotes are around words in the text. */
function laterEnds({ kind, start, end }: Token, text: string): Change[] {
  const changes: Change[] = []
  const inner = [end - 1]
  for (let from = end; kind === 'string' && inner.length <= MAX_INNER_QUOTES;) {
    const close = indexOfQuote(text, from)
    if (close === -1 || close > start + MAX_LENGTH) return changes
    const inside = mistakesOfString(text, start + 1, close).filter((mistake) => mistake.kind !== 'quote')
    const edits = inner.map((at) => inserting(at, '\\'))
    const longer = { tokens: ['string'], next: close + 1, inside } as const
    if (inner.length === 1 || arePairs(text, start, inner))
      changes.push({ ...QUOTE, offset: end - 1, edits, ...longer })
    if (inner.length === 1) changes.push({ ...extraQuote(end - 1), ...longer })
    inner.push(close)
    from = close + 1
  }
  return changes
}

/** Whether each quote before a word is followed by one after a word. */
const arePairs = (text: string, start: number, quotes: readonly number[]): boolean =>
  quotes.length % 2 === 0 &&
  quotes.every((at, index) =>
    index % 2 === 0
      ? at === start + 1 || /[\s([{]/.test(text.charAt(at - 1))
      : /[\s.,;:!?)\]}"]/.test(text.charAt(at + 1)),
  )

/** A string whose opening or closing quote is missing. */
function missingQuote(which: 'opening' | 'closing', offset: number): Change {
  const kind = `${which} quote`
  const hint = 'add the missing double quote'
  const edits = [inserting(offset, '"')]
  return { tokens: ['string'], next: offset, kind, offset, hint, edits, certainty: 'accepted' }
}

function extraQuote(offset: number): Change {
  const next = offset + 1
  const hint = 'delete the extra double quote'
  const edits = [deleting(offset, next)]
  return { tokens: [], next, kind: 'extra quote', offset, hint, edits, certainty: 'accepted' }
}

/** The opening quote is missing. In another line than the closing one, it is a guess. */
function opened(start: number, text: string): Change[] {
  const close = indexOfQuote(text, start)
  if (close === -1 || close > start + MAX_LENGTH) return []
  const inside = mistakesOfString(text, start, close)
  const certainty = /[\n\r]/.test(text.slice(start, close)) ? 'never' : 'accepted'
  return [{ ...missingQuote('opening', start), next: close + 1, inside, certainty }]
}

/** Both quotes are missing. Where any value is allowed, the contract cannot tell whether a character is too many. */
function quoted({ start }: Token, text: string): Change[] {
  BARE_TEXT.lastIndex = start
  const [bare = ''] = BARE_TEXT.exec(text)?.[0].split(/\s+(?:\/\/|#)/) ?? []
  if (bare === '' || JSON.stringify(bare) !== `"${bare}"`) return []
  const next = start + bare.length
  const edits = [inserting(start, '"'), inserting(next, '"')]
  const hint = 'write text in double quotes'
  return [{ tokens: ['string'], next, kind: 'text', offset: start, hint, edits, certainty: 'never' }]
}

/** A number with a comma before each group of three digits; the commas can also be those of a list. */
function thousands(start: number, text: string): Change[] {
  THOUSANDS.lastIndex = start
  const received = THOUSANDS.exec(text)?.[0]
  if (received === undefined) return []
  const number = received.replaceAll(',', '')
  const next = start + received.length
  return [
    {
      tokens: ['scalar'],
      next,
      kind: 'thousands separator',
      offset: start,
      expected: EXPECTATIONS.memberValue,
      received,
      hint: `write it as ${number}`,
      edits: [replacing(start, next, number)],
      certainty: 'never',
    },
  ]
}

const THOUSANDS = /-?[1-9]\d{0,2}(?:,\d{3}){1,6}(?![\d.])/y

function missingValue({ expected }: State, start: number): Change {
  return {
    tokens: expected === 'colon' ? [':', 'scalar'] : ['scalar'],
    next: start,
    kind: 'missing value',
    offset: start,
    hint: 'add the missing value',
    edits: [inserting(start, expected === 'colon' ? ': null' : 'null')],
    certainty: 'never',
  }
}
