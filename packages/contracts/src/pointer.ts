/** A JSON Pointer, RFC 6901: `""` is the whole document, `/findings/0/title` a member of an item of a member. */
export type Pointer = string

/** The pointer's reference token for one member name or index. */
export const token = (segment: string | number): string =>
  typeof segment === 'string' && (segment.includes('~') || segment.includes('/'))
    ? `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : `/${segment}`

/** The member names and indexes that a pointer goes through. */
export const segments = (pointer: Pointer): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
