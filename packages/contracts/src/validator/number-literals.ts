import { isNumber, isString } from '../json.ts'
import type { Violation } from '../violation.ts'
import { didYouMeanSuffix } from '../violations/messages.ts'

/** A number in the notation of JSON or of a programming language. */
const NUMBER = /[-+]?[\w.]+(?:(?<=e)[-+]\d+)?/iy

/**
 * If a violation suggests the text of a number, puts the number there as the text of the artifact has it: `2.0`, not `2`.
 * Removes the suggestion and the fix if the text at the offset is not that number.
 * @param violation is changed
 * @param received the value that has the violation
 * @param offset that of the value in the text of the artifact
 */
export function keepLiteral(
  violation: { -readonly [Name in keyof Violation]: Violation[Name] },
  received: unknown,
  text: string,
  offset: number,
): void {
  const { keyword, suggestion, fix } = violation
  if (keyword !== 'type' || !isNumber(received) || !isString(suggestion)) return
  const literal = literalAt(text, offset, received)
  if (literal === suggestion) return
  violation.message = violation.message
    .replace(didYouMeanSuffix(suggestion), () => didYouMeanSuffix(literal))
    .replace(`the number ${received}`, () => `the number ${literal ?? received}`)
  if (literal === undefined) {
    delete violation.suggestion
    delete violation.fix
    return
  }
  violation.suggestion = literal
  if (fix)
    violation.fix = fix.map((operation) =>
      operation.op === 'replace' && operation.value === suggestion
        ? { ...operation, value: literal }
        : operation,
    )
}

function literalAt(text: string, offset: number, value: number): string | undefined {
  NUMBER.lastIndex = offset
  const literal = NUMBER.exec(text)?.[0] ?? ''
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/.exec(literal.replaceAll('_', '')) ?? []
  const number = digits === '' ? NaN : Number(digits)
  return (sign === '-' ? -number : number) === value ? literal : undefined
}
