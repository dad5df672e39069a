import { deleting } from '../edits.ts'
import type { Failure } from '../failure.ts'
import type { Correction } from '../apply-rule.ts'

/** The start of an object or of an array in other text. */
const JSON_START = /\{[\s,]*(?:["'`“”„‘}/\\#]|[\w$]+\s*[:=])|\[[\s,]*["'`“”„‘{[\\]/g

function findJson({ text, at, budget }: Failure): number | undefined {
  JSON_START.lastIndex = at
  const found = JSON_START.exec(text)?.index
  budget.characters -= (found ?? text.length) - at
  return found
}

/** Whether the text contains parts of an artifact, so that deleting it would lose data. */
const hasData = (text: string): boolean =>
  text.length > MAX_PROSE_LENGTH ||
  /["'“”`][^"'\n]{0,100}["'“”`]\s*:|[{[]\s*["'{[]|\[\s*[\d.-]+\s*,/.test(text)

const MAX_PROSE_LENGTH = 20_000

/** Deletes the text before the artifact, up to a code fence if there is one. */
export function deleteTextBefore(failure: Failure): Correction | undefined {
  const { text, at } = failure
  const found = findJson(failure)
  if (found === undefined) return undefined
  const prose = text.slice(at, found)
  const fence = prose.indexOf('```')
  const end = fence === -1 ? found : at + fence
  return { edits: [deleting(at, end)], at: end, isLossless: !hasData(text.slice(at, end)) }
}

/** As {@link deleteTextBefore}, for text that starts with a number, a literal or a string that does not contain JSON. */
export function deleteScalarBefore(failure: Failure): Correction | undefined {
  const { text, scalar } = failure
  if (!scalar || /^"\s*[{[]/.test(text.slice(scalar.start, scalar.start + MAX_INDENT))) return undefined
  const found = findJson(failure)
  if (found === undefined) return undefined
  const { start } = scalar
  return {
    edits: [deleting(start, found)],
    at: found,
    offset: start,
    expected: 'value',
    steps: ['restart'],
    start,
    isLossless: text.charAt(start) !== '"' && !hasData(text.slice(start, found)),
  }
}

const MAX_INDENT = 100

export function deleteSecondValue(failure: Failure): Correction | undefined {
  const { text, at } = failure
  const found = findJson(failure)
  return found === undefined
    ? undefined
    : { edits: [deleting(at, text.length)], at: text.length, offset: found }
}

export function deleteTextAfter({ text, at, scalar }: Failure): Correction {
  // The line break at the end of a file stays.
  const end = text.endsWith('\n') ? text.length - 1 : text.length
  return { edits: [deleting(at, end)], at: end, isLossless: !scalar && !hasData(text.slice(at)) }
}
