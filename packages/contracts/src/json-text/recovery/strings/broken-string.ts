import { describeSyntaxError, EXPECTATIONS } from '../../tokenizer.ts'
import { type TextEdit, inserting, replacing } from '../edits.ts'
import { findStringEnd, type StringEnd, type StringStart } from './find-string-end.ts'
import type { Mistake } from '../mistake.ts'

/** A string that is not a JSON string, or not a complete one. */
interface BrokenString {
  /** The offset after the string. */
  readonly end: number
  readonly mistakes: readonly Mistake[]
}

/**
 * Reads a string that contains mistakes or has other quotes than JSON. Returns `truncated` if the text ends before the
 * string, undefined if no end is plausible.
 */
export function readBrokenString(string: StringStart): BrokenString | 'truncated' | undefined {
  const end = findStringEnd(string)
  if (end === undefined || end === 'truncated') return end
  return { end: end.isMissing ? end.at : end.at + 1, mistakes: mistakesIn(string, end) }
}

/** JSON escapes, other escapes, line breaks and other control characters, double quotes. */
const SPECIAL =
  // oxlint-disable-next-line no-control-regex
  /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\(?:x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]{1,6}\}|[^\u0000-\u001f]|)|\r\n|[\u0000-\u001f]|"/g
const JSON_ESCAPE = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})$/

/** The mistakes in a string whose end is known. */
export function mistakesIn({ text, start }: StringStart, end: StringEnd): Mistake[] {
  const quote = text.charAt(start)
  const body = text.slice(start + 1, end.at)
  const mistakes: Mistake[] = []
  /** Edits that make a string in other quotes a JSON string. */
  const quoteEdits: TextEdit[] = []
  for (const { 0: found, index } of body.matchAll(SPECIAL)) {
    const at = start + 1 + index
    if (quote !== '"' && (found === '"' || found === `\\${quote}`)) {
      quoteEdits.push(replacing(at, at + found.length, found === '"' ? '\\"' : quote))
    } else if (found === '"') {
      add('quote', at, 'a double quote in a string to be escaped', 'write it as \\"', [inserting(at, '\\')])
    } else if (found.startsWith('\\')) {
      if (JSON_ESCAPE.test(found)) continue
      const { replacement, hint, isLossless } = correctEscape(found, body)
      add(
        `escape: ${hint}`,
        at,
        EXPECTATIONS.escape,
        hint,
        [replacing(at, at + found.length, replacement)],
        isLossless,
      )
    } else {
      const replacement = JSON.stringify(found).slice(1, -1)
      const what = found === '\t' ? 'a tab' : /[\n\r]/.test(found) ? 'a line break' : 'it'
      const edit = replacing(at, at + found.length, replacement)
      add(what, at, EXPECTATIONS.controlCharacter, `write ${what} as ${replacement}`, [edit])
    }
  }
  if (quote !== '"') {
    const edits = [replacing(start, start + 1, '"'), ...quoteEdits]
    if (!end.isMissing) edits.push(replacing(end.at, end.at + 1, '"'))
    // Expressions in a template literal are not text.
    const isText = quote !== '`' || !body.includes('${')
    add(
      `quotes ${quote}`,
      start,
      'a string in double quotes',
      'write strings in straight double quotes',
      edits,
      isText,
    )
  }
  if (end.isMissing) {
    const edit = inserting(end.at, '"')
    add('closing quote', end.at, EXPECTATIONS.closingQuote, 'add the missing double quote', [edit])
  }
  return mistakes.sort((a, b) => a.offset - b.offset)

  function add(
    kind: string,
    offset: number,
    expected: string,
    hint: string,
    edits: TextEdit[],
    isLossless = true,
  ) {
    const message = () => `${describeSyntaxError(text, offset, expected)}: ${hint}`
    mistakes.push({ kind, offset, message, edits, isLossless: isLossless && end.isCertain })
  }
}

interface CorrectedEscape {
  readonly replacement: string
  readonly hint: string
  readonly isLossless: boolean
}

/** Corrects an escape that JSON does not have: some by the escape of the same character, others by an escaped backslash. */
function correctEscape(escape: string, body: string): CorrectedEscape {
  const character = escape === "\\'" ? "'" : characterOf(escape)
  if (character !== undefined) {
    const replacement = character === "'" ? "'" : escapeUnits(character)
    return { replacement, hint: `write it as ${replacement}`, isLossless: true }
  }
  return {
    replacement: `\\${escape}`,
    hint: 'write a backslash as \\\\',
    // In a string with unescaped backslashes, \b can be one too.
    isLossless: /^\\[dswDSW.()[\]{}*+?^|-]/.test(escape) && !/\\[bfnrt]/.test(body),
  }
}

/** The character of an escape with its code in hexadecimal digits, such as `\x41` or `\u{1F600}`. */
function characterOf(escape: string): string | undefined {
  const code = /^\\[xu]\{?([0-9a-fA-F]+)\}?$/.exec(escape)?.[1]
  const point = code === undefined ? Infinity : parseInt(code, 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined
}

const escapeUnits = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
