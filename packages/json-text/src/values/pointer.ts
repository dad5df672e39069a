/** A JSON Pointer, RFC 6901: `""` is the whole document, `/findings/0/title` a nested member. */
export type Pointer = string

/** Escapes a member name or an index as a reference token, with the leading slash. */
export const token = (segment: string | number): string =>
  typeof segment === 'string' && (segment.includes('~') || segment.includes('/'))
    ? `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : `/${segment}`

/** Splits a pointer into its unescaped member names and indexes. */
export function segments(pointer: Pointer): string[] {
  const tokens = pointer.split('/').slice(1)
  return pointer.includes('~')
    ? tokens.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    : tokens
}

/** The pointer to the object or array that contains the value. */
export const parentOf = (pointer: Pointer): Pointer => pointer.slice(0, pointer.lastIndexOf('/'))

/**
 * The total length of the pointers that are listed for one text, in UTF-16 code units. Member names have no maximum length,
 * and a long name is in the pointer of each value below it. Without this limit, the list can be a thousand times as long as the text.
 */
export const MAX_PATHS_LENGTH = 2 ** 20
