const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING: readonly (number | undefined)[] = [0x7b, 0x5b]
const CLOSING: readonly (number | undefined)[] = [0x7d, 0x5d]

/** In bytes. */
const MAX_KEPT = 4_096

/**
 * Keeps the top-level members of a JSON object whose text is too long to be parsed, so that the error response can name
 * the id of the request. Clients write the id before or after the parameters.
 */
export class TopLevelScanner {
  readonly #kept: number[] = []
  #depth = 0
  #isInString = false
  #isEscaped = false

  push(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isInString) this.#inString(byte)
      else this.#outside(byte)
    }
  }

  /** The value of a top-level member; undefined if there is none, or if the members are too long to be kept. */
  member(name: string): unknown {
    if (this.#kept.length > MAX_KEPT) return undefined
    try {
      const value = JSON.parse(Buffer.from(this.#kept).toString()) as Record<string, unknown> | null
      return value && Object.hasOwn(value, name) ? value[name] : undefined
    } catch {
      return undefined
    }
  }

  #inString(byte: number): void {
    this.#keep(byte)
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) this.#isInString = false
  }

  #outside(byte: number): void {
    if (byte === QUOTE) this.#isInString = true
    // Of a nested object or array, only the brackets are kept.
    if (CLOSING.includes(byte)) this.#depth--
    this.#keep(byte)
    if (OPENING.includes(byte)) this.#depth++
  }

  #keep(byte: number): void {
    if (this.#depth <= 1 && this.#kept.length <= MAX_KEPT) this.#kept.push(byte)
  }
}
