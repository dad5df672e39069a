import { Evaluations } from '../../schema/evaluation/limits.ts'
import { isNumber, isString, type Json } from '@workbench/json-text'
import type { FailureOf } from '../../failures/failure.ts'
import { acceptsType } from '../accepts-type.ts'
import type { Correction } from '../../failures/correction.ts'
import { memberNameOf } from './member-name.ts'
import { hasDecimalComma, parseNumber } from './parse-number.ts'

/** A number or a boolean that is written as a text, and a text that is written as a number. */
export function scalarAsText({ received, node, path }: FailureOf<'type'>): Correction | undefined {
  // A number is no date.
  const isText = isNumber(received) && node.schema['format'] === undefined
  const converted = isText ? [String(received)] : isString(received) ? parse(received) : []
  const possible = converted.filter((scalar) => node.isValid(scalar, 0, new Evaluations()))
  const [value] = possible
  if (value === undefined || possible.length > 1) return undefined
  // A percentage is a share. Any other number would be without its unit.
  if (isString(received) && received.endsWith('%') && Number(value) > 1) return undefined
  // A fraction as a text can stand for a word: 0.95 for "high".
  const isSure = !isNumber(received) || Number.isSafeInteger(received)
  const hint =
    isString(received) && hasDecimalComma(received, value)
      ? { kind: 'decimal-comma' as const, number: value }
      : undefined
  return { hint, suggestion: value, fix: isSure ? [{ op: 'replace', path, value }] : undefined }

  function parse(text: string): readonly Json[] {
    if (text === 'true' || text === 'false') return [text === 'true']
    return acceptsType(node, 0) ? parseNumber(text, () => memberNameOf(node)) : []
  }
}
