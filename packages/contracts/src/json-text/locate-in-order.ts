import { isArray, isObject, type JsonObject } from '../json.ts'
import type { Location } from '../violations/location.ts'
import type { Offsets } from './locate.ts'
import { COMMA, endOfString, isOpening, offsetOf, skipSpace, skipValue } from './skip.ts'

/** Deeper values are skipped without recursion. */
const MAX_DEPTH = 100

/** An object or array in which values were found, and the member or item that was reached in it. */
interface Frame {
  readonly container: unknown
  /** Undefined for an array. */
  readonly names: readonly string[] | undefined
  readonly length: number
  index: number
  /** The offset of the member's name or of the item. */
  at: number
}

/**
 * As `locate`, several times faster: the length of a parsed string gives the offset of its end in the text. Undefined if
 * the order of the members differs from that in the text, because a name is a number.
 * @param text `JSON.parse` has accepted it, and there are no duplicate members
 * @param locations in the result of `JSON.parse`; fastest in document order
 */
export function locateInOrder(text: string, locations: readonly Location[]): readonly Offsets[] | undefined {
  const locator = new Locator(text)
  const found: Offsets[] = []
  for (const location of locations) {
    const offsets = locator.offsetsOf(location)
    if (!offsets) return undefined
    found.push(offsets)
  }
  return found
}

class Locator {
  readonly #text: string
  /** The containers of the last value, from the outside to the inside. */
  readonly #frames: Frame[] = []
  /** The offset of the first backslash after another offset, or infinity. */
  #backslash = -1
  #searchedFrom = 0

  constructor(text: string) {
    this.#text = text
  }

  offsetsOf({ parent, siblingIndex }: Location): Offsets | undefined {
    if (!parent) return { value: skipSpace(this.#text, 0) }
    const frame = this.#frameOf(parent, siblingIndex)
    if (!frame) return undefined
    while (frame.index < siblingIndex) this.#advance(frame, parent.depth)
    return frame.names ? { name: frame.at, value: this.#skipName(frame) } : { value: frame.at }
  }

  #frameOf(location: Location, index: number): Frame | undefined {
    const open = this.#frames[location.depth]
    const isSame = open?.container === location.value
    if (open && isSame && open.index <= index) return open
    const start = this.offsetsOf(location)?.value
    if (start === undefined) return undefined
    const { value } = location
    // JSON in a string: its values are where the string is.
    if (!isOpening(this.#text.charCodeAt(start)))
      return { container: value, names: undefined, length: 0, index: Infinity, at: start }
    const names = namesInOrder(value)
    if (!names && !isArray(value)) return undefined
    const length = names ? names.length : (value as readonly unknown[]).length
    const frame = { container: value, names, length, index: 0, at: skipSpace(this.#text, start + 1) }
    this.#frames.length = location.depth
    this.#frames.push(frame)
    return frame
  }

  #advance(frame: Frame, depth: number): void {
    const child = this.#frames[depth + 1]
    let end: number
    if (child) {
      while (child.index < child.length) this.#advance(child, depth + 1)
      end = skipSpace(this.#text, child.at + 1)
      this.#frames.length = depth + 1
    } else {
      const start = frame.names ? this.#skipName(frame) : frame.at
      end = this.#skip(start, childOf(frame), 0)
    }
    frame.at = this.#skipComma(end)
    frame.index++
  }

  #skipName({ names, index, at }: Frame): number {
    return this.#skipColon(this.#endOfString(at, names?.[index] ?? ''))
  }

  /** Returns the offset after a value and whitespace. */
  #skip(start: number, value: unknown, depth: number): number {
    if (typeof value === 'string') return skipSpace(this.#text, this.#endOfString(start, value) + 1)
    if (typeof value !== 'object' || value === null || depth === MAX_DEPTH)
      return skipValue(this.#text, start)
    let at = skipSpace(this.#text, start + 1)
    if (isArray(value)) {
      for (const item of value) at = this.#skipComma(this.#skip(at, item, depth + 1))
    } else {
      const names = namesInOrder(value)
      if (!names) return skipValue(this.#text, start)
      for (const name of names) {
        const member = this.#skipColon(this.#endOfString(at, name))
        at = this.#skipComma(this.#skip(member, (value as JsonObject)[name], depth + 1))
      }
    }
    return skipSpace(this.#text, at + 1)
  }

  /** Returns the offset of the value after the closing quote of a name. */
  #skipColon(endOfName: number): number {
    return skipSpace(this.#text, skipSpace(this.#text, endOfName + 1) + 1)
  }

  #skipComma(at: number): number {
    return this.#text.charCodeAt(at) === COMMA ? skipSpace(this.#text, at + 1) : at
  }

  /** Returns the offset of the closing quote of a string that has this value. */
  #endOfString(start: number, { length }: string): number {
    const end = start + length + 1
    if (start < this.#searchedFrom || start > this.#backslash) {
      this.#searchedFrom = start
      this.#backslash = offsetOf(this.#text, '\\', start)
    }
    return end <= this.#backslash ? end : endOfString(this.#text, start)
  }
}

const childOf = ({ container, names, index }: Frame): unknown =>
  names ? (container as JsonObject)[names[index] ?? ''] : (container as readonly unknown[])[index]

/** The names of an object in the order of the text; undefined if one is a number, because those come first. */
function namesInOrder(value: unknown): readonly string[] | undefined {
  if (!isObject(value)) return undefined
  const names = Object.keys(value)
  const [first = ''] = names
  return first >= '0' && first < ':' ? undefined : names
}
