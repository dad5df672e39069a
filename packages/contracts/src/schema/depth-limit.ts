import type { IsValid } from './types.ts'

/** The maximum nesting of an artifact, as far as its contract describes the nested values. */
export const MAX_DEPTH = 512

/** Thrown by validation when a value nests deeper than {@link MAX_DEPTH}. Only a recursive contract can cause it. */
export class MaxDepthError extends Error {
  override readonly name = 'MaxDepthError'
}

/** Validates a whole artifact. One that nests deeper than {@link MAX_DEPTH} is invalid. */
export function isValidFromRoot(isValid: IsValid, value: unknown): boolean {
  try {
    return isValid(value, 0)
  } catch (error) {
    if (error instanceof MaxDepthError) return false
    throw error
  }
}
