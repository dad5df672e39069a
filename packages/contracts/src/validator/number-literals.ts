import type { CorrectedFailure } from '../failures/correction.ts'
import { isNumber, isString } from '@workbench/json-text'

/** A number in the notation of JSON or of a programming language. */
const NUMBER = /[-+]?[\w.]+(?:(?<=e)[-+]\d+)?/iy

/**
 * If a correction is the text of a number, puts the number there as the text of the artifact has it: `2.0`, not `2`.
 * Removes the suggestion and the fix if the text at the offset is not that number.
 * @param offset that of the value in the text of the artifact
 */
export function withLiteral(found: CorrectedFailure, text: string, offset: number): CorrectedFailure {
  const { failure, correction } = found
  const { suggestion, fix } = correction
  if (failure.keyword !== 'type' || !isNumber(failure.received) || !isString(suggestion)) return found
  const literal = literalAt(text, offset, failure.received)
  if (literal === suggestion) return found
  if (literal === undefined) return { failure, correction: { hint: { kind: 'none' } } }
  const withNotation = fix?.map((operation) =>
    operation.op === 'replace' && operation.value === suggestion
      ? { ...operation, value: literal }
      : operation,
  )
  return { failure, correction: { ...correction, suggestion: literal, literal, fix: withNotation } }
}

function literalAt(text: string, offset: number, value: number): string | undefined {
  NUMBER.lastIndex = offset
  const literal = NUMBER.exec(text)?.[0] ?? ''
  const digits = literal.replace(/^[-+]/, '').replaceAll('_', '')
  const number = digits === '' ? NaN : Number(digits)
  return (literal.startsWith('-') ? -number : number) === value ? literal : undefined
}
