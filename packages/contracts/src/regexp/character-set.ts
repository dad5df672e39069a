/** All characters of ASCII, by their code. */
export const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))

/** Characters for examples: the most readable ones first. */
export const READABLE = ['a', '0', 'A', ...ASCII.slice(33, 127), ' ', 'é']

/** Syntax that can match characters beyond ASCII: the dot, negated and property escapes, `\s`, and such characters. */
const BEYOND_ASCII = /^\.$|^\[\^|\\[DSWspPu]|[^\0-\x7f]|\\x[89a-fA-F]/

/** The characters that a class, an escape or a literal of a regular expression matches. */
export class CharacterSet {
  readonly #expression: RegExp
  readonly #ascii: readonly boolean[]
  readonly isAscii: boolean

  constructor(source: string) {
    this.#expression = new RegExp(`^${source}$`, 'u')
    this.#ascii = ASCII.map((character) => this.#expression.test(character))
    this.isAscii = !BEYOND_ASCII.test(source)
  }

  /** @param code the code point of the character; a table lookup replaces the expression for ASCII. */
  has(character: string, code: number): boolean {
    return this.#ascii[code] ?? this.#expression.test(character)
  }

  /** Whether a character may be in both sets. Assumed if both go beyond ASCII. */
  mayIntersect(other: CharacterSet): boolean {
    return (!this.isAscii && !other.isAscii) || this.#ascii.some((has, code) => has && other.#ascii[code])
  }
}
