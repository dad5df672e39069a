import { deleting, inserting, replacing, type TextEdit } from '../text/edits.ts'
import { EXPECTATIONS } from './expectations.ts'
import { MAX_MISTAKES, type Mistake, uncertain } from './mistake.ts'
import type { Quoted } from './other-quotes.ts'
import { indexOfQuote } from '../text/tokenizer.ts'

/** JSON escapes as a group, other escapes, line breaks and other control characters, double quotes. */
const SPECIAL =
  // oxlint-disable-next-line no-control-regex
  /(\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))|\\[^\u0000-\u001f]|\\|\r\n|[\u0000-\u001f]|"/g
/** Escapes of regular expressions, whose backslashes are meant as such. */
const PATTERN_ESCAPE = /^\\[dswDSW.()[\]{}*+?^|-]/
/** A backslash of Markdown or of another language, and not of a shell, which has `'\\''` for an apostrophe. */
const NEEDLESS_ESCAPE = /(?<!')\\'(?!')|(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])|\\\$(?=[\p{L}\p{N}_{])/uy
/** Beside a backslash that is content, or in a pattern, another one can be content as well. */
const OTHER_BACKSLASH = /\\[^'_$"/bfnrtu]|\^/
/** What only regular expressions contain. Without it, a backslash before a punctuation mark can be that of Markdown. */
const PATTERN = /\\[dswDSW]|[.\])][*+]|\(\?|\[\^/
/**
 * A line break that the author may not have meant: a part of the text is written again after it, a code fence or a remark
 * follows because the text was cut there, an indented word does, or a program wrapped a long line between words.
 */
const UNCLEAR_BREAK =
  /\n(?:([^]{8,40})(?<=\1\r?\n\1)|[ \t]*(?:```|~~~|\.{3}|…|[[(<*#/!–—-]{0,5} ?(?:continu|cont\.|truncat|cut off))|[ \t]+[^\s*•|+#>}\])-](?<=[^\s:{}[(>][ \t]*\r?\n[ \t]+.)|[\p{L}\p{N}](?<=(?:^|\n).{63,123}[\p{L}\p{N},]\r?\n.))/iu
/**
 * What is between the parts of one text: `"a" +⏎"b"`, and `"a "⏎"b"` or `"a"⏎" b"`, where a space and a small letter show
 * that it continues. A `+` at the start of a line can be that of a diff, and one between two spaces a part of the text.
 */
const JOINT =
  /(?<=[^\s"] )"[ \t]*\+[ \t\r\n]*"(?=\S)|(?<! )"[ \t]*\+[ \t\r\n]*"(?=[\s\p{Ll},.;:!?)])|(?<=[^\s"] )"[ \t\r\n]+"(?=\p{Ll})|"[ \t\r\n]+"(?= \p{Ll})/uy

/**
 * The mistakes in a string: characters and escapes that JSON does not have, and other quotes around it. If one of them is
 * uncertain, all are, because the author may have meant something else by the whole string.
 * @param start the offset of its first character
 * @param close the offset of the closing quote, or where it should be
 */
export function mistakesOfString(text: string, start: number, close: number, quoted?: Quoted): Mistake[] {
  const body = text.slice(start, close)
  // In a pattern, either no backslash is escaped or each one is. Without an escape of JSON, all can be those of a pattern.
  const isPattern = body.includes('\\') && PATTERN.test(body) && !/\\[\\bfnrt]/.test(body)
  const canBeNeedless = body.includes('\\') && !isPattern && !OTHER_BACKSLASH.test(body)
  const isBreakUnclear =
    body.includes('\n') && UNCLEAR_BREAK.test(text.slice(text.lastIndexOf('\n', start) + 1, close))
  const mistakes: Mistake[] = []
  /** Edits that make a string in other quotes a JSON string. */
  const quoteEdits: TextEdit[] = []
  for (const { 0: found, 1: jsonEscape, index } of body.matchAll(SPECIAL)) {
    if (jsonEscape !== undefined) continue
    if (mistakes.length > MAX_MISTAKES) break
    const offset = start + index
    const replace = (replacement: string) => [replacing(offset, offset + found.length, replacement)]
    if (quoted && (found === '"' || found === `\\${quoted.opening}`)) {
      quoteEdits.push(...replace(found === '"' ? '\\"' : quoted.opening))
    } else if (found === '"') {
      const expected = 'a double quote in a string to be escaped'
      mistakes.push({ ...QUOTE, offset, expected, edits: [inserting(offset, '\\')] })
    } else if (found.startsWith('\\')) {
      NEEDLESS_ESCAPE.lastIndex = index
      const isNeedless = canBeNeedless && NEEDLESS_ESCAPE.test(body)
      const replacement = isNeedless ? found.slice(1) : `\\${found}`
      const hint = isNeedless ? `write it as ${replacement}` : 'write a backslash as \\\\'
      const certainty = isNeedless || (isPattern && PATTERN_ESCAPE.test(found)) ? 'always' : 'never'
      const kind = `escape: ${hint}`
      const expected = EXPECTATIONS.escape
      mistakes.push({ kind, offset, expected, hint, edits: replace(replacement), certainty })
    } else {
      const replacement = JSON.stringify(found).slice(1, -1)
      const what = found === '\t' ? 'a tab' : /[\n\r]/.test(found) ? 'a line break' : 'it'
      const certainty = what === 'a line break' && isBreakUnclear ? 'never' : 'always'
      const hint = `write ${what} as ${replacement}`
      const expected = EXPECTATIONS.controlCharacter
      mistakes.push({ kind: what, offset, expected, hint, edits: replace(replacement), certainty })
    }
  }
  if (quoted) {
    const { opening, closing, isCertain } = quoted
    const first = replacing(start - opening.length, start, '"')
    const edits = [first, ...quoteEdits, replacing(close, close + closing.length, '"')]
    const hint = 'write strings in straight double quotes'
    const certainty = isCertain ? 'always' : 'never'
    const expected = 'a string in double quotes'
    mistakes.push({ kind: `quotes ${opening}`, offset: first.start, expected, hint, edits, certainty })
  }
  return mistakes.some(({ certainty }) => certainty === 'never') ? uncertain(mistakes) : mistakes
}

/** The end of a string, or of several that are one text, and the mistakes in it; undefined without an end. */
export function readString(text: string, start: number): { end: number; mistakes: Mistake[] } | undefined {
  const mistakes: Mistake[] = []
  for (let from = start + 1; ;) {
    const close = indexOfQuote(text, from)
    if (close === -1) return undefined
    // Not spread: an argument for each mistake could overflow the stack.
    for (const mistake of mistakesOfString(text, from, close)) mistakes.push(mistake)
    JOINT.lastIndex = close
    const joint = JOINT.exec(text)?.[0] ?? ''
    from = close + joint.length
    // A name follows where a comma is missing.
    const next = joint === '' ? -1 : indexOfQuote(text, from)
    if (next === -1 || (!joint.includes('+') && /^\s*:/.test(text.slice(next + 1, next + 200))))
      return { end: close + 1, mistakes }
    const hint = 'write its parts as one string'
    const edits = [deleting(close, from)]
    mistakes.push({ kind: 'joint', offset: close, hint, edits, certainty: 'always' })
  }
}

/** A double quote that belongs to the text. */
export const QUOTE = {
  kind: 'quote',
  hint: 'write a double quote in a string as \\"',
  certainty: 'accepted',
} as const
