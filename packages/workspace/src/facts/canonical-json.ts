/** JSON text that is the same for equal values: without white space, and with the members of each object sorted. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortMembers)

const sortMembers = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
