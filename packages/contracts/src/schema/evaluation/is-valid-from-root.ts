import type { IsValid } from '../types.ts'
import { Evaluations, LimitError } from './limits.ts'

/** Validates a whole artifact. One beyond a limit is invalid. */
export function isValidFromRoot(isValid: IsValid, value: unknown): boolean {
  try {
    return isValid(value, 0, new Evaluations())
  } catch (error) {
    // Generated code calls the RegExp itself, which throws a RangeError.
    if (error instanceof LimitError || error instanceof RangeError) return false
    throw error
  }
}
