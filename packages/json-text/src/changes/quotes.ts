import { deleting, inserting, replacing } from '../text/edits.ts'
import { EXPECTATIONS } from '../lexical/expectations.ts'
import type { TokenChange } from './token-change.ts'
import type { State } from '../grammar/grammar.ts'
import type { Token } from '../lexical/lexer.ts'
import { ANY_QUOTE } from '../lexical/other-quotes.ts'
import { mistakesOfString } from '../lexical/string.ts'
import { earlierEnds, extraQuote, laterEnds, MAX_LENGTH, missingQuote } from './string-ends.ts'
import { indexOfQuote } from '../text/tokenizer.ts'

/*
 * `"say "hi" now"`: after the string `"say "`, the word `hi` cannot be read.
 * The string may end later, because the quotes belong to it or are too many, or `hi` lacks its own quotes, ...
 * Each is a change, such as one string up to the last quote with `\"` in place of the inner ones: `"say \"hi\" now"`.
 */

const BARE_TEXT = /[^\s,{}[\]"](?:[^\n\r,{}[\]"]*[^\s,{}[\]"])?/y

/** The changes of quotes that let the reader continue: missing ones, those that belong to a text, and ones too many. */
export function quoteChanges(state: State, token: Token, text: string): TokenChange[] {
  const { start, kind } = token
  // An artifact is no string, so it has no quotes.
  if (state.expected === 'value') return []
  if (text.charAt(start) === '"')
    return [...earlierEnds(token, text), ...laterEnds(token, text), ...extraQuotes(token, text)]
  const { expected } = state
  const isMissing = (expected === 'memberValue' || expected === 'colon') && /^[,}\]]$/.test(kind)
  if (kind === 'end' || kind === 'string' || /\p{Cc}/u.test(text.charAt(start))) return []
  const values = isMissing
    ? [missingValue(state, start)]
    : [...quoted(token, text), ...thousands(start, text)]
  return [...opened(start, text), ...values]
}

/** The quote before a value, all but one of several, or one of two on both sides: `""high"` and `""high""` → `"high"` */
function extraQuotes({ start }: Token, text: string): TokenChange[] {
  const [run = ''] = /^"+/.exec(text.slice(start, start + 100)) ?? []
  const extra = extraQuote(start, Math.max(run.length - 1, 1))
  const close = run.length < 2 ? -1 : text.slice(0, start + MAX_LENGTH).indexOf('""', start + 2)
  if (close === -1) return [extra]
  const edits = [deleting(start, start + 1), deleting(close, close + 1)]
  const inside = mistakesOfString(text, start + 2, close)
  return [extra, { ...extra, tokens: ['string'], next: close + 2, kind: 'doubled quotes', edits, inside }]
}

/** The opening quote is missing. In another line than the closing one, and before an ellipsis, it is a guess. */
function opened(start: number, text: string): TokenChange[] {
  const close = indexOfQuote(text.slice(0, start + MAX_LENGTH), start)
  // Another quote is the opening one.
  if (close === -1 || ANY_QUOTE.test(text.charAt(start))) return []
  const inside = mistakesOfString(text, start, close)
  const certainty = /[\n\r…]|\.{3}/.test(text.slice(start, close)) ? 'never' : 'accepted'
  return [{ ...missingQuote('opening', start), next: close + 1, inside, certainty }]
}

/** Both quotes are missing. Where any value is allowed, the contract cannot tell whether a character is too many. */
function quoted({ start }: Token, text: string): TokenChange[] {
  BARE_TEXT.lastIndex = start
  const [bare = ''] = BARE_TEXT.exec(text)?.[0].split(/(?<!\s)\s+(?:\/\/|#)/) ?? []
  if (bare === '' || JSON.stringify(bare) !== `"${bare}"`) return []
  const next = start + bare.length
  const edits = [inserting(start, '"'), inserting(next, '"')]
  const hint = 'write text in double quotes'
  return [{ tokens: ['string'], next, kind: 'text', offset: start, hint, edits, certainty: 'never' }]
}

/** A number with a comma before each group of three digits; the commas can also be those of a list. */
function thousands(start: number, text: string): TokenChange[] {
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

/** Nothing was written after a colon or a name: `"a":}` → `"a":null}`. */
function missingValue({ expected }: State, start: number): TokenChange {
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
