import { inserting, replacing, type TextEdit } from '../edits.ts'
import { EXPECTATIONS } from '../expectations.ts'
import { type Mistake, uncertain } from './mistake.ts'

/** The quotes that can end a string, by the quote that starts it. */
const CLOSING_QUOTES: Readonly<Record<string, string>> = {
  "'": "'",
  '`': '`',
  '“': '“”"',
  '”': '“”"',
  '„': '“”"',
  '‘': "‘’'",
  '’': "‘’'",
}
const ENDS_STRING = /^\s*(?:[,:;=}\]]|\/[/*]|#|$)|^\s*\n/
/** Longer strings are not read, in UTF-16 code units. */
const MAX_STRING_LENGTH = 100_000

export const isOtherQuote = (character: string): boolean => Object.hasOwn(CLOSING_QUOTES, character)

/** The offset after a string in other quotes than JSON has; -1 without an end. Quotes in it that are paired do not end it. */
export function endOfQuoted(text: string, start: number): number {
  const opening = text.charAt(start)
  const closing = CLOSING_QUOTES[opening] ?? ''
  let inner = 0
  const limit = Math.min(text.length, start + MAX_STRING_LENGTH)
  for (let at = start + 1; at < limit; at++) {
    const character = text.charAt(at)
    if (character === '\\') at++
    else if (character === opening && '“„‘'.includes(opening)) inner++
    else if (inner > 0 && closing.includes(character)) inner--
    else if (closing.includes(character) && ENDS_STRING.test(text.slice(at + 1, at + 200))) return at + 1
  }
  return -1
}

/** JSON escapes as a group, other escapes, line breaks and other control characters, double quotes. */
const SPECIAL =
  // oxlint-disable-next-line no-control-regex
  /(\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))|\\[^\u0000-\u001f]|\\|\r\n|[\u0000-\u001f]|"/g
/** Escapes of regular expressions, whose backslashes are meant as such. */
const PATTERN_ESCAPE = /^\\[dswDSW.()[\]{}*+?^|-]/

/** What follows a string that ends: separators and the next string or bracket, a closing bracket, or a line break. */
const AFTER_STRING = /\s*[,:;=][\s,:;=]*["'“”„‘’[\]{}]|\s*[}\]]|[ \t,:;=]*[\n\r]/

/**
 * The mistakes in a string: characters and escapes that JSON does not have, and other quotes around it. If one of them is
 * uncertain, all are, because the author may have meant something else by the whole string.
 * @param start the offset of its first character
 * @param close the offset of the closing quote, or where it should be
 */
export function mistakesOfString(text: string, start: number, close: number, quote = '"'): Mistake[] {
  const body = text.slice(start, close)
  const mistakes: Mistake[] = []
  /** Edits that make a string in other quotes a JSON string. */
  const quoteEdits: TextEdit[] = []
  for (const { 0: found, 1: jsonEscape, index } of body.matchAll(SPECIAL)) {
    if (jsonEscape !== undefined) continue
    const offset = start + index
    const replace = (replacement: string) => [replacing(offset, offset + found.length, replacement)]
    if (quote !== '"' && (found === '"' || found === `\\${quote}`)) {
      quoteEdits.push(...replace(found === '"' ? '\\"' : quote))
    } else if (found === '"') {
      const expected = 'a double quote in a string to be escaped'
      mistakes.push({ ...QUOTE, offset, expected, edits: [inserting(offset, '\\')] })
    } else if (found.startsWith('\\')) {
      const replacement = found === "\\'" ? "'" : `\\${found}`
      const hint = found === "\\'" ? "write it as '" : 'write a backslash as \\\\'
      // With unescaped backslashes in a string, \b can be one too.
      const isCertain = found === "\\'" || (PATTERN_ESCAPE.test(found) && !/\\[bfnrt]/.test(body))
      const certainty = isCertain ? 'always' : 'never'
      const kind = `escape: ${hint}`
      const expected = EXPECTATIONS.escape
      mistakes.push({ kind, offset, expected, hint, edits: replace(replacement), certainty })
    } else {
      const replacement = JSON.stringify(found).slice(1, -1)
      const what = found === '\t' ? 'a tab' : /[\n\r]/.test(found) ? 'a line break' : 'it'
      const hint = `write ${what} as ${replacement}`
      const expected = EXPECTATIONS.controlCharacter
      mistakes.push({ kind: what, offset, expected, hint, edits: replace(replacement), certainty: 'always' })
    }
  }
  if (quote !== '"') {
    const edits = [replacing(start - 1, start, '"'), ...quoteEdits, replacing(close, close + 1, '"')]
    const hint = 'write strings in straight double quotes'
    // A quote that is no apostrophe can be the end of the string, and so can one that is paired, before a separator. A
    // straight one at the end can start the next string. Expressions in a template literal are not text.
    const inner = body.replaceAll(/\\[^]|\p{L}['’](?=\p{L})|"|“[^“”]*”|‘[^‘’]*’/gu, '')
    const closing = CLOSING_QUOTES[quote] ?? ''
    const isUncertain =
      (closing.length > 1 && new RegExp(`[${closing}](?:${AFTER_STRING.source})`).test(body)) ||
      Array.from(closing).some((character) => inner.includes(character))
    const isMixed = text.charAt(close) === '"'
    const isExpression = quote === '`' && body.includes('${')
    const certainty = isUncertain || isMixed || isExpression ? 'never' : 'always'
    const expected = 'a string in double quotes'
    mistakes.push({ kind: `quotes ${quote}`, offset: start - 1, expected, hint, edits, certainty })
  }
  return mistakes.some(({ certainty }) => certainty === 'never') ? uncertain(mistakes) : mistakes
}

/** A double quote that belongs to the text. */
export const QUOTE = {
  kind: 'quote',
  hint: 'write a double quote in a string as \\"',
  certainty: 'accepted',
} as const
