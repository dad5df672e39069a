/** How much has been read, so that nothing can be left out as useless. */
export const sum = { characters: 0 }

/**
 * Reads errors, and gives how many there are.
 * @template E
 * @param {readonly E[] | null | undefined} errors
 * @param {(error: E) => string} place
 * @param {(error: E) => string} words
 */
export function read(errors, place, words) {
  if (!errors) return 0
  for (const error of errors) sum.characters += place(error).length + words(error).length
  return errors.length
}
