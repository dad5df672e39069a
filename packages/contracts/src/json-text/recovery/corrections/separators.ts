import { deleting, inserting } from '../edits.ts'
import type { Failure } from '../failure.ts'
import { hasLineBreak, skipGap } from '../gap.ts'
import type { Correction } from '../apply-rule.ts'
import { isMemberAt, isStringAt } from '../strings/string-end.ts'

const isOnNewLine = ({ text, previousEnd, at }: Failure): boolean => hasLineBreak(text.slice(previousEnd, at))

const isCloserAt = (text: string, at: number): boolean => /[\]}]/.test(text.charAt(at))

export function addComma(failure: Failure): Correction | undefined {
  const { text, at } = failure
  return isMemberAt(text, at, isOnNewLine(failure)) ? commaAfterPrevious(failure) : undefined
}

export function addCommaBetweenItems(failure: Failure, received: string): Correction | undefined {
  const { text, at, previousEnd, scalar } = failure
  const correction = commaAfterPrevious(failure)
  if (/[{[]/.test(received) || isOnNewLine(failure)) return correction
  if (/\w/.test(received)) {
    // "5" 4 can be one string, and 180 000 one number.
    return scalar && /["'`”’]/.test(text.charAt(scalar.end - 1))
      ? undefined
      : { ...correction, isLossless: false }
  }
  return previousEnd < at && isStringAt(text, at) ? correction : undefined
}

function commaAfterPrevious({ text, at, previousEnd }: Failure): Correction {
  // After a comment, the location of what follows would not show where the comma belongs.
  const offset = text.slice(previousEnd, at).trim() === '' ? at : previousEnd
  return { edits: [inserting(previousEnd, ',')], at, offset, steps: ['comma'] }
}

/** Deletes the last comma. What follows it is read again. */
export const deleteComma = ({ comma }: Failure): Correction => ({
  edits: [deleting(comma, comma + 1)],
  at: comma + 1,
  start: comma,
  steps: ['noComma'],
})

export function addColon(
  { text, at, previousEnd, scalar }: Failure,
  received: string,
): Correction | undefined {
  // With a string before the name, quotes in that string are more likely, unless a complete string follows.
  if (scalar && /["'`“„‘]/.test(received) && !isStringAt(text, at)) return undefined
  return { edits: [inserting(previousEnd, ':')], at, steps: ['colon'] }
}

export const replaceSemicolon = ({ text, at }: Failure): Correction => {
  const next = skipGap(text, at + 1)
  return next === text.length || isCloserAt(text, next) ? {} : { replacement: ',', steps: ['comma'] }
}

/** Deletes a comment with the white space before it, and its line if nothing else is in it. */
export function deleteComment({ text, at, editedEnd }: Failure, comment: string): Correction {
  const end = at + comment.length
  const isLastInLine = /^[\n\r]?$/.test(text.charAt(end))
  const [before = ''] =
    (isLastInLine ? /(?:\r?\n)?[ \t]*$/ : /[ \t]*$/).exec(
      text.slice(Math.max(editedEnd, at - MAX_INDENT), at),
    ) ?? []
  return { edits: [deleting(at - before.length, end)] }
}

/** White space before a comment that is deleted too. */
const MAX_INDENT = 200

/** Deletes an ellipsis, with the comma that it needs as an item. */
export function deleteEllipsis({ text, at, comma, expected }: Failure, ellipsis: string): Correction {
  const isItem = expected === 'item' || expected === 'name'
  // Between two values without commas, the comma after the ellipsis separates them.
  const end = at + ellipsis.length - (expected.startsWith('after') && ellipsis.endsWith(',') ? 1 : 0)
  return isItem && isCloserAt(text, skipGap(text, end))
    ? { edits: [deleting(comma, end)], at: end, start: comma, steps: ['noComma'] }
    : { edits: [deleting(at, end)], at: end }
}
