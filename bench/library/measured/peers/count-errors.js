/** A side effect of reading the errors, so that V8 cannot eliminate it as dead code. */
export const sum = { characters: 0 }

/**
 * Reads the location and the message of each error, and returns the number of errors.
 * @template E
 * @param {readonly E[] | null | undefined} errors
 * @param {(error: E) => string} location
 * @param {(error: E) => string} message
 */
export function countErrors(errors, location, message) {
  if (!errors) return 0
  for (const error of errors) sum.characters += location(error).length + message(error).length
  return errors.length
}
