import { continuesContainer, endsString, type StringRole } from './string-end.ts'

/** A string in a text that is not JSON. */
export interface StringStart {
  readonly text: string
  /** The offset of its opening quote. */
  readonly start: number
  readonly role: StringRole
  /** Quotes before this offset belong to the string. Default: the start. */
  readonly firstEnd?: number
  /** The number of containers that are open. */
  readonly depth: number
  readonly budget: Budget
}

/** Limits the work for one text, so that the time grows no faster than its length. */
export interface Budget {
  /** The number of characters that may still be examined. */
  characters: number
}

export interface StringEnd {
  /** The offset of the closing quote, or where it should be. */
  readonly at: number
  readonly isMissing: boolean
  /** Whether no other end is plausible. */
  readonly isCertain: boolean
}

/** The quotes that can end a string, by the quote that starts it. */
const CLOSING_QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '“”"',
  '”': '“”"',
  '„': '“”"',
  '‘': "‘’'",
  '’': "‘’'",
}

/** Mistakes in longer strings are not corrected. In UTF-16 code units. */
export const MAX_STRING_LENGTH = 100_000
/** The brackets at the end of a text are not counted if they are longer, with the white space between them. */
const MAX_CLOSERS_LENGTH = 1000
/** The cost of examining what follows a quote, in characters. */
const QUOTE_COST = 50

const isApostrophe = (text: string, at: number): boolean => /^\p{L}.\p{L}$/u.test(text.slice(at - 1, at + 2))

const isLastInLine = (text: string, at: number): boolean =>
  /^[ \t,;}\]]*(?:[\n\r]|$)/.test(text.slice(at, at + 100))

/** The offset of the next of the quotes that is not escaped; infinite without one. */
function indexOfQuote(text: string, quotes: string, start: number): number {
  const quote = new RegExp(`\\\\[^]|[${quotes}]`, 'g')
  quote.lastIndex = start
  for (let match = quote.exec(text); match; match = quote.exec(text)) {
    if (match[0].length === 1) return match.index
  }
  return Infinity
}

/**
 * Finds the end of a string: the first quote that can be the end, considering what follows it. Other quotes belong to the
 * string, where they are expected in pairs, apostrophes between letters. Returns `truncated` if the text ends before the
 * string, undefined if no end is plausible.
 */
export function findStringEnd(string: StringStart): StringEnd | 'truncated' | undefined {
  const { text, start, role, firstEnd = start, depth, budget } = string
  const closing = CLOSING_QUOTES[text.charAt(start)] ?? '"'
  const isSingle = closing.includes("'")
  const special = new RegExp(`\\\\|[\n\r]|[${closing}]`, 'g')
  /** The number of quotes in the string, without apostrophes. */
  let inner = 0
  let unpaired: StringEnd | undefined
  let lineBreak: number | undefined
  let firstQuote: number | undefined
  let nextQuote = -1
  let scanned = start

  special.lastIndex = start + 1
  for (let match = special.exec(text); match; match = special.exec(text)) {
    const at = match.index
    budget.characters -= at - scanned
    scanned = at
    if (at > start + MAX_STRING_LENGTH || budget.characters < 0) return unpaired
    if (match[0] === '\\') {
      special.lastIndex = at + 2
    } else if (match[0] === '\n' || match[0] === '\r') {
      if (unpaired) return unpaired
      if (isQuoteMissing(at)) return firstEnd > start ? undefined : missingBefore(at)
      lineBreak ??= at
    } else {
      firstQuote ??= at
      budget.characters -= QUOTE_COST
      const isJsonString = closing === '"' && firstEnd === start && lineBreak === undefined
      const certainty = isJsonString ? 'certain' : at < firstEnd ? undefined : endsString(text, at + 1, role)
      if (certainty) {
        const isPaired = isSingle || inner % 2 === 0
        const isAlone =
          inner === 0 || (!isSingle && isPaired && certainty === 'certain' && lineBreak === undefined)
        const end = { at, isMissing: false, isCertain: !unpaired && isAlone }
        if (isPaired || isLastInLine(text, at + 1)) return end
        unpaired ??= end
      }
      if (!isSingle || !isApostrophe(text, at)) inner++
    }
  }
  if (unpaired) return unpaired
  if (isSingle ? inner === 0 : inner % 2 === 0) {
    return inner === 0 && lineBreak !== undefined && endsWithClosers(lineBreak)
      ? missingBefore(lineBreak)
      : 'truncated'
  }
  return closing === '"' && firstEnd === start && firstQuote !== undefined
    ? { at: firstQuote, isMissing: false, isCertain: false }
    : undefined

  function isQuoteMissing(lineEnd: number): boolean {
    if (!continuesContainer(text, lineEnd, role)) return false
    if (nextQuote < lineEnd) nextQuote = indexOfQuote(text, closing, lineEnd)
    return nextQuote === Infinity
      ? endsWithClosers(lineEnd)
      : endsString(text, nextQuote + 1, role) === undefined
  }

  /** Whether only the closing brackets of all open containers follow. */
  function endsWithClosers(at: number): boolean {
    if (text.length - at > MAX_CLOSERS_LENGTH) return false
    const rest = text.slice(at)
    return /^[\s}\]]*(?:```\s*)?$/.test(rest) && rest.replaceAll(/[^}\]]/g, '').length === depth
  }

  /** The end of the line, before a comma. */
  function missingBefore(lineEnd: number): StringEnd {
    const line = text.slice(start, lineEnd).trimEnd()
    return { at: start + line.length - (line.endsWith(',') ? 1 : 0), isMissing: true, isCertain: false }
  }
}
