import { EXPECTATIONS } from '../tokenizer.ts'
import { mistakesIn } from './strings/broken-string.ts'
import { MAX_STRING_LENGTH, type StringStart } from './strings/find-string-end.ts'
import { replacing, type TextEdit } from './edits.ts'
import type { Failure, Repair } from './failure.ts'

/** Completes a text that ends in a container, for validation. */
export function completeContainers(failure: Failure): Repair {
  const { text, at, expected, open, comma, scalar } = failure
  const start = expected === 'item' || expected === 'name' ? comma : undefined
  const placeholder = expected === 'colon' ? ': null' : expected === 'memberValue' ? 'null' : ''
  // The start of a number can be a number: `12` of `12.5`.
  const isNumberCut = scalar !== undefined && /^[\w.+-]+$/.test(text.slice(scalar.start, contentEnd(text)))
  const closers = closersOf(failure)
  const advice =
    expected.startsWith('after') && closers.length <= MAX_LISTED_CLOSERS
      ? `, or add ${closers} if nothing else is missing`
      : ''
  return {
    mistakes: [
      truncated(
        failure,
        `${EXPECTATIONS[expected]}: the text ends inside an ${open.at(-1)}`,
        [replacing(start ?? at, text.length, placeholder + closers)],
        advice,
      ),
    ],
    at: text.length,
    start,
    steps: ['finish'],
    truncation: { closers, isValueCut: placeholder !== '' || isNumberCut },
  }
}

/** A message does not list more closing brackets. */
const MAX_LISTED_CLOSERS = 20

/** Completes a text that ends in a string, for validation. */
export function completeString(failure: Failure, string: StringStart): Repair {
  const { text, start, role } = string
  const end = Math.max(contentEnd(text), start + 1)
  const partialEscape = PARTIAL_ESCAPE.exec(text.slice(Math.max(start, end - 100), end))?.[1] ?? ''
  const at = end - partialEscape.length
  const inString =
    at - start > MAX_STRING_LENGTH ? [] : mistakesIn(string, { at, isMissing: true, isCertain: false })
  const closers = closersOf(failure)
  const ending = (role === 'name' ? '": null' : '"') + closers
  const edits = [replacing(at, text.length, ending)]
  return {
    mistakes: [
      ...inString.filter(({ kind }) => kind !== 'closing quote'),
      truncated(failure, `${EXPECTATIONS.closingQuote}: the text ends inside a string`, edits),
    ],
    at: text.length,
    start,
    steps: ['finish'],
    truncation: { closers, isValueCut: true },
  }
}

const PARTIAL_ESCAPE = /(?:^|[^\\])(?:\\\\)*(\\(?:u[0-9a-fA-F]{0,3})?)$/

function truncated({ text, lineOf }: Failure, expected: string, edits: readonly TextEdit[], advice = '') {
  const offset = contentEnd(text)
  const message = () =>
    `Expected ${expected} at line ${lineOf(offset)}; the artifact is cut off, write it again in full${advice}`
  return { kind: 'truncated', offset, message, edits, isLossless: false }
}

const closersOf = ({ open }: Failure): string =>
  open
    .map((kind) => (kind === 'object' ? '}' : ']'))
    .reverse()
    .join('')

/** The end of the text without white space and a closing code fence. */
function contentEnd(text: string): number {
  const trimmed = text.trimEnd()
  return (trimmed.endsWith('```') ? trimmed.slice(0, -3).trimEnd() : trimmed).length
}
