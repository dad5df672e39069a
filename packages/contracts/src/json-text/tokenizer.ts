/** Callbacks for the tokens of a JSON text, in order. Offsets are in UTF-16 code units from 0. */
export interface TokenHandler {
  open?(kind: Container, offset: number): void
  close?(): void
  /** A member's name. */
  name?(name: string, offset: number): void
  /** A string, number, boolean or null. */
  scalar?(offset: number): void
}

export type Container = 'object' | 'array'

/** What must come next in a JSON text, with its description in a message. */
export const EXPECTATIONS = {
  value: 'a JSON value',
  firstItem: 'a value, or "]"',
  item: 'another value after the comma',
  memberValue: 'a value after the colon',
  firstName: 'a member name in double quotes, or "}"',
  name: 'another member after the comma',
  colon: '":" after the member name',
  afterItem: '"," or "]"',
  afterMember: '"," or "}"',
  end: 'the end of the text after the JSON value',
  closingQuote: 'a closing double quote',
  controlCharacter: 'a control character in a string to be escaped',
  escape: 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u with four hexadecimal digits',
} as const

export type Expectation = keyof typeof EXPECTATIONS

/**
 * A syntax error with its offset in UTF-16 code units. Not an `Error`: it is always caught, and a stack trace takes longer
 * than the correction of most mistakes.
 */
export class JsonSyntaxError {
  readonly offset: number
  readonly expected: Expectation
  readonly #text: string

  constructor(text: string, offset: number, expected: Expectation) {
    this.#text = text
    this.offset = offset
    this.expected = expected
  }

  get message(): string {
    return describeSyntaxError(this.#text, this.offset, EXPECTATIONS[this.expected])
  }
}

export const describeSyntaxError = (text: string, offset: number, expected: string): string =>
  `Expected ${expected}; received ${describe(text.slice(offset, offset + 16))}`

/**
 * Tokenizes a JSON text (RFC 8259) without recursion, so that only memory limits its nesting.
 * @throws {JsonSyntaxError} at the first unexpected character.
 */
export function tokenize(text: string, handler: TokenHandler): void {
  new Tokenizer(text, handler).run()
}

/** A tokenizer that can continue after an error: its state can be changed to that after a correction. */
export class Tokenizer {
  /** The offset of the next token; after an error, of the token that could not be read. */
  at = 0
  expected: Expectation = 'value'
  /** The containers that are open, from the outside to the inside. */
  readonly open: Container[] = []
  /** The offset of the last comma. */
  comma = -1
  readonly #text: string
  readonly #handler: TokenHandler

  constructor(text: string, handler: TokenHandler) {
    this.#text = text
    this.#handler = handler
  }

  /**
   * Reads up to the end of the text.
   * @throws {JsonSyntaxError} at the next unexpected character.
   */
  run(): void {
    for (;;) {
      this.at = skipSpace(this.#text, this.at)
      switch (this.expected) {
        case 'firstItem':
          if (this.#text.charCodeAt(this.at) === CLOSING_BRACKET) this.#close()
          else this.#value()
          break
        case 'firstName':
          if (this.#text.charCodeAt(this.at) === CLOSING_BRACE) this.#close()
          else this.#name()
          break
        case 'name':
          this.#name()
          break
        case 'colon':
          if (this.#text.charCodeAt(this.at) !== COLON) this.#fail()
          this.at++
          this.expected = 'memberValue'
          break
        case 'afterItem':
          this.#separator(CLOSING_BRACKET, 'item')
          break
        case 'afterMember':
          this.#separator(CLOSING_BRACE, 'name')
          break
        case 'end':
          if (this.at < this.#text.length) this.#fail()
          return
        default:
          this.#value()
      }
    }
  }

  /** Sets what is expected after a value. */
  afterValue(): void {
    const container = this.open.at(-1)
    this.expected = container === undefined ? 'end' : container === 'object' ? 'afterMember' : 'afterItem'
  }

  #value(): void {
    const start = this.at
    switch (this.#text[start]) {
      case '{':
        return this.#openContainer('object', 'firstName')
      case '[':
        return this.#openContainer('array', 'firstItem')
      case '"':
        this.#string()
        break
      case 't':
        this.#keyword('true')
        break
      case 'f':
        this.#keyword('false')
        break
      case 'n':
        this.#keyword('null')
        break
      default:
        this.#number()
    }
    this.#handler.scalar?.(start)
    this.afterValue()
  }

  #openContainer(kind: Container, expected: Expectation): void {
    this.#handler.open?.(kind, this.at)
    this.at++
    this.open.push(kind)
    this.expected = expected
  }

  #close(): void {
    this.at++
    this.open.pop()
    this.afterValue()
    this.#handler.close?.()
  }

  #separator(closing: number, expected: Expectation): void {
    const unit = this.#text.charCodeAt(this.at)
    if (unit === closing) return this.#close()
    if (unit !== COMMA) this.#fail()
    this.comma = this.at++
    this.expected = expected
  }

  #name(): void {
    const start = this.at
    if (this.#text.charCodeAt(start) !== QUOTE) this.#fail()
    const isPlain = this.#string()
    if (this.#handler.name) {
      const literal = this.#text.slice(start, this.at)
      this.#handler.name(isPlain ? literal.slice(1, -1) : (JSON.parse(literal) as string), start)
    }
    this.expected = 'colon'
  }

  /** Returns whether the string contains no escapes. */
  #string(): boolean {
    const text = this.#text
    let at = this.at + 1
    let isPlain = true
    for (;;) {
      const unit = text.charCodeAt(at)
      if (unit === QUOTE) break
      if (unit === BACKSLASH) {
        isPlain = false
        ESCAPE.lastIndex = at
        if (!ESCAPE.test(text)) this.#fail(at, 'escape')
        at = ESCAPE.lastIndex
      } else if (unit >= 0x20) {
        at++
      } else {
        this.#fail(at, Number.isNaN(unit) ? 'closingQuote' : 'controlCharacter')
      }
    }
    this.at = at + 1
    return isPlain
  }

  #number(): void {
    NUMBER.lastIndex = this.at
    if (!NUMBER.test(this.#text)) this.#fail()
    this.at = NUMBER.lastIndex
  }

  #keyword(keyword: string): void {
    if (!this.#text.startsWith(keyword, this.at)) this.#fail()
    this.at += keyword.length
  }

  #fail(offset = this.at, expected = this.expected): never {
    // oxlint-disable-next-line typescript/only-throw-error -- an error without a stack trace
    throw new JsonSyntaxError(this.#text, offset, expected)
  }
}

function skipSpace(text: string, at: number): number {
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const CLOSING_BRACKET = 0x5d
const CLOSING_BRACE = 0x7d
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
/** A number at `lastIndex`. */
export const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function describe(rest: string): string {
  const [character] = rest
  if (character === undefined) return 'the end of the text'
  const word = /^[\w$.+-]+/.exec(rest)?.[0] ?? character
  return /^[\s\p{C}]/u.test(word) ? `U+${toHex(word)}` : JSON.stringify(word)
}

const toHex = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
