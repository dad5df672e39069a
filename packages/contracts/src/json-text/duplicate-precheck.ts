/** Values that nest deeper are left to the scanner, which needs no stack. */
const MAX_DEPTH = 100

/**
 * Whether every member that the text of a value names is in the value: then none is repeated. The quick way to ask, for
 * texts that `JSON.parse` took. `false` may be wrong, where a string in the text looks like the end of a name; `true`
 * never is.
 */
export const hasNoDuplicates = (value: unknown, text: string): boolean =>
  countNames(text) === countMembers(value, 0)

/** Colons behind a double quote: at least as many as there are names. */
function countNames(text: string): number {
  let count = 0
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let before = at - 1
    while (isSpace(text.charCodeAt(before))) before--
    if (text.charCodeAt(before) === QUOTE) count++
  }
  return count
}

const QUOTE = 0x22

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09

/** Members of all objects in a value; NaN, which equals no count, where it is too deep. */
function countMembers(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth > MAX_DEPTH) return NaN
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  let count = parts === value ? 0 : parts.length
  for (const part of parts) {
    if (typeof part === 'object') count += countMembers(part, depth + 1)
  }
  return count
}
