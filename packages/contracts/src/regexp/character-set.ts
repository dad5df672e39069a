const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))

/** Parts of a set's source that can hold more than ASCII: opposites, properties, blanks, the dot, and characters. */
const MORE = /^\.$|^\[\^|\\[DSWspPu]|[^\0-\x7f]|\\x[89a-fA-F]/

/** The characters that one position of a regular expression takes. */
export class CharacterSet {
  readonly #expression: RegExp
  readonly #ascii: readonly boolean[]
  readonly #isAscii: boolean

  constructor(source: string) {
    this.#expression = new RegExp(`^${source}$`, 'u')
    this.#ascii = ASCII.map((character) => this.#expression.test(character))
    this.#isAscii = !MORE.test(source)
  }

  /** @param code of the character's first code point, which decides for ASCII. */
  has(character: string, code: number): boolean {
    return this.#ascii[code] ?? this.#expression.test(character)
  }

  /** Whether a character may be in both. Of two sets that go beyond ASCII, this is taken for granted. */
  meets(other: CharacterSet): boolean {
    return (!this.#isAscii && !other.#isAscii) || this.#ascii.some((has, code) => has && other.#ascii[code])
  }
}
