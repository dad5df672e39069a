/** Callbacks for the tokens of a JSON text, in order. Offsets are in UTF-16 code units from 0. */
export interface TokenHandler {
  open?(kind: 'object' | 'array', offset: number): void
  close?(): void
  /** A member's name. */
  name?(name: string, offset: number): void
  /** A string, number, boolean or null. */
  scalar?(offset: number): void
}

/** A syntax error with its offset in UTF-16 code units. The built-in `SyntaxError` has none. */
export class JsonSyntaxError extends Error {
  override readonly name = 'NotJson'
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/**
 * Tokenizes a JSON text (RFC 8259) without recursion, so that only memory limits its nesting.
 * @throws {JsonSyntaxError} at the first unexpected character.
 */
export function tokenize(text: string, listener: TokenHandler): void {
  new Tokenizer(text, listener).document()
}

class Tokenizer {
  readonly #text: string
  readonly #listener: TokenHandler
  readonly #open: ('object' | 'array')[] = []
  #at = 0

  constructor(text: string, listener: TokenHandler) {
    this.#text = text
    this.#listener = listener
  }

  document(): void {
    this.#skipWhitespace()
    let expected: string | undefined = 'a JSON value'
    while (expected !== undefined) expected = this.#value(expected) ?? this.#afterValue()
    this.#skipWhitespace()
    if (this.#at < this.#text.length) this.#fail('the end of the text after the JSON value')
  }

  /**
   * Reads a scalar or the start of a container. Returns a description of the value that must follow in the container;
   * undefined if none must.
   */
  #value(expected: string): string | undefined {
    const start = this.#at
    switch (this.#text[start]) {
      case '{':
        return this.#openContainer('object')
      case '[':
        return this.#openContainer('array')
      case '"':
        this.#string()
        break
      case 't':
        this.#keyword('true', expected)
        break
      case 'f':
        this.#keyword('false', expected)
        break
      case 'n':
        this.#keyword('null', expected)
        break
      default:
        this.#number(expected)
    }
    this.#listener.scalar?.(start)
    return undefined
  }

  #openContainer(kind: 'object' | 'array'): string | undefined {
    this.#listener.open?.(kind, this.#at)
    this.#at++
    this.#open.push(kind)
    this.#skipWhitespace()
    if (this.#text[this.#at] === CLOSING[kind]) return undefined
    return kind === 'object' ? this.#member('a member name in double quotes, or "}"') : 'a value, or "]"'
  }

  /**
   * Reads what follows a value: ends of containers, then a comma. Returns a description of the value that must follow;
   * undefined at the end of the text.
   */
  #afterValue(): string | undefined {
    for (;;) {
      const kind = this.#open.at(-1)
      if (kind === undefined) return undefined
      this.#skipWhitespace()
      if (this.#text[this.#at] === CLOSING[kind]) {
        this.#close()
        continue
      }
      if (this.#text[this.#at] !== ',') this.#fail(`"," or "${CLOSING[kind]}"`)
      this.#at++
      this.#skipWhitespace()
      return kind === 'object'
        ? this.#member('another member after the comma')
        : 'another value after the comma'
    }
  }

  #close(): void {
    this.#at++
    this.#open.pop()
    this.#listener.close?.()
  }

  #member(expected: string): string {
    const start = this.#at
    if (this.#text[start] !== '"') this.#fail(expected)
    const name = this.#string()
    this.#listener.name?.(name, start)
    this.#skipWhitespace()
    if (this.#text[this.#at] !== ':') this.#fail('":" after the member name')
    this.#at++
    this.#skipWhitespace()
    return 'a value after the colon'
  }

  #string(): string {
    const start = this.#at++
    let isPlain = true
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at)
      if (unit === QUOTE) break
      if (unit === BACKSLASH) {
        isPlain = false
        this.#escape()
      } else if (unit >= 0x20) {
        this.#at++
      } else {
        this.#fail(
          Number.isNaN(unit) ? 'a closing double quote' : 'a control character in a string to be escaped',
        )
      }
    }
    this.#at++
    const literal = this.#text.slice(start, this.#at)
    return isPlain ? literal.slice(1, -1) : (JSON.parse(literal) as string)
  }

  #escape(): void {
    ESCAPE.lastIndex = this.#at
    if (!ESCAPE.test(this.#text))
      this.#fail('one of \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u with four hexadecimal digits')
    this.#at = ESCAPE.lastIndex
  }

  #number(expected: string): void {
    NUMBER.lastIndex = this.#at
    if (!NUMBER.test(this.#text)) this.#fail(expected)
    this.#at = NUMBER.lastIndex
  }

  #keyword(keyword: string, expected: string): void {
    if (!this.#text.startsWith(keyword, this.#at)) this.#fail(expected)
    this.#at += keyword.length
  }

  #skipWhitespace(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at)
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return
      this.#at++
    }
  }

  #fail(expected: string): never {
    const rest = this.#text.slice(this.#at, this.#at + 16)
    const hint = HINTS.find((each) => each.received.test(rest) && (each.expected?.test(expected) ?? true))
    throw new JsonSyntaxError(
      this.#at,
      `Expected ${expected}; received ${describe(rest)}${hint ? `: ${hint.hint}` : ''}`,
    )
  }
}

const CLOSING = { object: '}', array: ']' } as const
const QUOTE = 0x22
const BACKSLASH = 0x5c
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
/** A number at `lastIndex`. */
export const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/**
 * Hints for common mistakes. `received` matches the text at the error, `expected` the description of what was expected.
 * The first match counts.
 */
const HINTS: readonly { readonly received: RegExp; readonly expected?: RegExp; readonly hint: string }[] = [
  { received: /^[\]}]/, expected: /comma$/, hint: 'delete the trailing comma' },
  { received: /^\/[/*]/, hint: 'JSON has no comments' },
  { received: /^```/, hint: 'delete the Markdown code fence' },
  { received: /^['‘’“”]/, hint: 'write strings in straight double quotes' },
  {
    received: /^(NaN|[+-]?Infinity|undefined|None|True|False)/,
    hint: 'JSON has true, false, null and finite numbers',
  },
  { received: /^[\n\r]/, expected: /control/, hint: 'write a line break as \\n' },
  { received: /^\t/, expected: /control/, hint: 'write a tab as \\t' },
  { received: /^"/, expected: /^","/, hint: 'add the missing comma' },
  { received: /^$/, expected: /^(?!a JSON value)/, hint: 'the text is truncated' },
  { received: /./, expected: /^the end of/, hint: 'delete the text after the JSON value' },
  { received: /^\p{L}/u, expected: /^a JSON value/, hint: 'delete the text before the JSON value' },
  { received: /^[A-Za-z_$]/, expected: /^a(nother)? member/, hint: 'write member names in double quotes' },
]

function describe(rest: string): string {
  const [character] = rest
  if (character === undefined) return 'the end of the text'
  const word = /^[\w$.+-]+/.exec(rest)?.[0] ?? character
  return /^[\s\p{C}]/u.test(word) ? `U+${toHex(word)}` : JSON.stringify(word)
}

const toHex = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
