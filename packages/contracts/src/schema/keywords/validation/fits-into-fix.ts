import { isDeeperThan, type Json } from '../../../json.ts'

/** The maximum length of a value in a fix, as JSON, in UTF-16 code units. */
const MAX_FIX_LENGTH = 16_384

/** `JSON.stringify` is recursive. */
const MAX_FIX_DEPTH = 100

/** False for a value that JSON cannot represent, such as a bigint or an object that contains itself. */
export function fitsIntoFix(value: Json): boolean {
  if (isDeeperThan(MAX_FIX_DEPTH, value)) return false
  try {
    return JSON.stringify(value).length <= MAX_FIX_LENGTH
  } catch {
    return false
  }
}
