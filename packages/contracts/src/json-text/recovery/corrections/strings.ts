import type { Failure, Repair } from '../failure.ts'
import { describeSyntaxError, EXPECTATIONS } from '../../tokenizer.ts'
import { deleting, inserting, replacing, type TextEdit } from '../edits.ts'
import { skipGap } from '../gap.ts'
import type { Correction } from '../apply-rule.ts'
import { readBrokenString } from '../strings/broken-string.ts'
import type { StringStart } from '../strings/find-string-end.ts'
import { endsString, type StringRole } from '../strings/string-end.ts'
import { completeString } from '../truncation.ts'

/** Corrects a string that has other quotes or contains a mistake. */
export function correctString(failure: Failure): Repair | undefined {
  const { text, at, open, budget } = failure
  return readFrom(failure, { text, start: at, role: roleOf(failure), depth: open.length, budget })
}

/** Extends the last string value: the quote that ended it, and a comma after that, belong to it. */
export function extendString(failure: Failure): Repair | undefined {
  const { text, at, expected, scalar, comma, open, budget } = failure
  if (!scalar || text.charAt(scalar.start) !== '"') return undefined
  const next = expected.startsWith('after') ? at : comma
  if (skipGap(text, scalar.end) !== next) return undefined
  const role = open.at(-1) ?? 'document'
  const { start, end: firstEnd } = scalar
  const repair = readFrom(failure, { text, start, role, firstEnd, depth: open.length, budget })
  // A colon can also mean that braces are missing.
  if (!repair || next !== at || text.charAt(at) !== ':') return repair
  return { ...repair, mistakes: repair.mistakes.map((mistake) => ({ ...mistake, isLossless: false })) }
}

function readFrom(failure: Failure, string: StringStart): Repair | undefined {
  const read = readBrokenString(string)
  const { text, start, role } = string
  if (read !== 'truncated')
    return (
      read && { mistakes: read.mistakes, at: read.end, start, steps: [role === 'name' ? 'name' : 'value'] }
    )
  // Text before the artifact can start with an apostrophe.
  return role === 'document' && text.charAt(start) !== '"' ? undefined : completeString(failure, string)
}

function roleOf({ expected, open }: Failure): StringRole {
  if (expected === 'name' || expected === 'firstName') return 'name'
  return open.at(-1) ?? 'document'
}

/** Quotes the text of a value, up to the end of the line or a character that cannot be in it. */
export function quoteText({ text, at, open }: Failure, received: string): Correction {
  const comment = /\s(?:\/\/|#)/.exec(received)
  const value = received.slice(0, comment?.index).trimEnd()
  const end = at + value.length
  const isContent = JSON.stringify(value).length === value.length + 2
  const hasClosingQuote =
    isContent && text.charAt(end) === '"' && endsString(text, end + 1, open.at(-1) ?? 'document')
  return hasClosingQuote
    ? { edits: [inserting(at, '"')], at: end + 1, steps: ['value'] }
    : { edits: [replacing(at, end, JSON.stringify(value))], at: end, steps: ['value'] }
}

/** Joins two strings with a plus sign between them. */
export function joinStrings(
  { text, at, scalar, editedEnd }: Failure,
  received: string,
): Correction | undefined {
  if (!scalar || text.charAt(scalar.end - 1) !== '"' || editedEnd >= scalar.end) return undefined
  return { edits: [deleting(scalar.end - 1, at + received.indexOf('"') + 1)], steps: ['value'] }
}

/** Closes a member name whose closing quote is missing, so that the string continues after the colon. */
export function closeName({ text, at, expected, name }: Failure): Correction | undefined {
  const start = expected === 'colon' ? name?.start : NAMES.includes(expected) ? at : undefined
  if (start === undefined) return undefined
  const word = /^"[\w$-]+(?=\s*:)/.exec(text.slice(start, start + MAX_NAME_LENGTH))?.[0]
  if (word === undefined || start + word.length === name?.end) return undefined
  const end = start + word.length
  return {
    edits: [inserting(end, '"')],
    at: end,
    offset: end,
    expected: 'closingQuote',
    steps: ['name'],
    start,
  }
}

const NAMES: readonly string[] = ['name', 'firstName']
const MAX_NAME_LENGTH = 200

/** Text with more escapes is not read again. */
const MAX_ESCAPES = 100_000

/** Replaces the escapes of JSON text that was escaped once too often, up to the next quote without a backslash. */
export function unescapeText({ text, at, offset, error, canReread }: Failure): Repair | undefined {
  if (!canReread) return undefined
  const edits: TextEdit[] = []
  for (const { 0: found, 1: escaped, index } of text
    .slice(at)
    .matchAll(/"|\\(["\\/bfnrt]|u[0-9a-fA-F]{4})/g)) {
    if (escaped === undefined) break
    if (edits.length === MAX_ESCAPES) return undefined
    const start = at + index
    edits.push(replacing(start, start + found.length, JSON.parse(`"${found}"`) as string))
  }
  const message = () =>
    `${describeSyntaxError(text, offset, EXPECTATIONS[error])}: write the quotes without backslashes`
  return { mistakes: [{ kind: 'escaped', offset, message, edits, isLossless: true }], at, reread: edits }
}
