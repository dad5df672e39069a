import { isDeeperThan, type Json } from '@workbench/json-text'

/** The maximum length of a value in a fix, as JSON, in UTF-16 code units. */
const MAX_FIX_LENGTH = 16_384

/** `JSON.stringify` is recursive. */
const MAX_FIX_DEPTH = 100

/**
 * False for a value that JSON cannot represent, such as a bigint or an object that contains itself, and for one with a
 * number that may differ from the one in the text: an integer beyond 2^53 - 1, or infinity.
 */
export const isWithinFixLimits = (value: Json): boolean => isShort(value, rejectInexact)

/** As {@link isWithinFixLimits}, for a value with the numbers of the text. */
export function isShort(value: Json, replacer?: typeof rejectInexact): boolean {
  if (isDeeperThan(MAX_FIX_DEPTH, value)) return false
  try {
    return JSON.stringify(value, replacer).length <= MAX_FIX_LENGTH
  } catch {
    return false
  }
}

function rejectInexact(_name: string, value: unknown): unknown {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new RangeError('Inexact number')
  return value
}
