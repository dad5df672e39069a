import { isArray, isInteger, type JsonObject } from '../json.ts'
import { isSpace, QUOTE } from './skip.ts'

/** Deeper values are left to the tokenizer, which is not recursive. */
const MAX_DEPTH = 100

/** The length of `"":0,`: no member is shorter. */
const MIN_MEMBER_LENGTH = 5

/**
 * Fast check for duplicate member names in a text, from its value as `JSON.parse` returns it. `true` is certain: either
 * there is no room for another member in the text, or it has only as many names as the value. `false` is not: a string in
 * the text can contain `":`.
 */
export function hasNoDuplicates(value: unknown, text: string): boolean {
  const size = new Size()
  size.add(value, 0)
  return text.length - size.length < MIN_MEMBER_LENGTH || countNames(text) === size.members
}

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

/** The number of members of all objects in a value, and a lower bound for the length of JSON texts for it. */
class Size {
  members = 0
  length = 0

  /** If the value nests too deeply, both numbers become NaN, with which every comparison fails. */
  add(value: unknown, depth: number): void {
    if (typeof value === 'string') this.length += value.length + 2
    else if (typeof value === 'object' && value !== null) this.#addContainer(value, depth)
    else this.length += typeof value === 'number' ? shortestLength(value) : 4
  }

  #addContainer(value: object, depth: number): void {
    this.length += depth > MAX_DEPTH ? NaN : 1
    if (depth > MAX_DEPTH) this.members = NaN
    else if (isArray(value)) {
      for (const item of value) {
        this.length++
        this.add(item, depth + 1)
      }
    } else {
      for (const name in value) {
        // V8 compiles this call to almost nothing in a loop over the same object, but not that of a variable that a bundler
        // assigns later.
        if (!Object.prototype.hasOwnProperty.call(value, name)) continue
        this.members++
        this.length += name.length + 4
        this.add((value as JsonObject)[name], depth + 1)
      }
    }
  }
}

/** The length of the shortest JSON text for a number, at least: `1e9` and `0.5` have three characters. */
function shortestLength(number: number): number {
  if (isInteger(number)) return number < 10 ? 1 : number < 100 ? 2 : 3
  return isInteger(number * 10) ? 3 : 4
}
