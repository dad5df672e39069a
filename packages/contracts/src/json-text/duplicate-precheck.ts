/** Deeper values are left to the tokenizer, which is not recursive. */
const MAX_DEPTH = 100

/**
 * Fast check for duplicate member names: compares the number of names in a text with the number of members of its value
 * as `JSON.parse` returns it. `true` is certain. `false` is not: a string in the text can contain `":`.
 */
export const hasNoDuplicates = (value: unknown, text: string): boolean =>
  countNames(text) === countMembers(value, 0)

/** Counts the colons after a double quote: at least the number of member names. */
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

/** Counts the members of all objects in a value. Returns NaN, which equals no count, if it nests too deeply. */
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
