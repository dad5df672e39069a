/** Hears what stands in a JSON text, in order. Offsets count UTF-16 code units from 0. */
export interface TokenHandler {
  open?(kind: 'object' | 'array', offset: number): void
  close?(): void
  /** A member's name; its value follows. */
  name?(name: string, offset: number): void
  /** A value that is neither object nor array. */
  scalar?(offset: number): void
}

/** Thrown where a text stops being JSON. */
export class JsonSyntaxError extends Error {
  override readonly name = 'NotJson'
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/**
 * Walks a JSON text (RFC 8259). Nesting costs no stack, so a text may be as deep as memory allows.
 * @throws {JsonSyntaxError} at the first character that cannot be there.
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
    this.#skipSpace()
    let expected: string | undefined = 'a JSON value'
    while (expected !== undefined) expected = this.#value(expected) ?? this.#next()
    this.#skipSpace()
    if (this.#at < this.#text.length) this.#fail('the end of the text after the JSON value')
  }

  /** Takes a scalar, or a container's beginning. Answers what value has to follow in the container. */
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
        this.#word('true', expected)
        break
      case 'f':
        this.#word('false', expected)
        break
      case 'n':
        this.#word('null', expected)
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
    this.#skipSpace()
    if (this.#text[this.#at] === CLOSING[kind]) return undefined
    return kind === 'object' ? this.#member('a member name in double quotes, or "}"') : 'a value, or "]"'
  }

  /** Takes what follows a value: the ends of containers, then a comma. Answers what value has to follow. */
  #next(): string | undefined {
    for (;;) {
      const kind = this.#open.at(-1)
      if (kind === undefined) return undefined
      this.#skipSpace()
      if (this.#text[this.#at] === CLOSING[kind]) {
        this.#close()
        continue
      }
      if (this.#text[this.#at] !== ',') this.#fail(`"," or "${CLOSING[kind]}"`)
      this.#at++
      this.#skipSpace()
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
    this.#skipSpace()
    if (this.#text[this.#at] !== ':') this.#fail('":" after the member name')
    this.#at++
    this.#skipSpace()
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

  #word(word: string, expected: string): void {
    if (!this.#text.startsWith(word, this.#at)) this.#fail(expected)
    this.#at += word.length
  }

  #skipSpace(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at)
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return
      this.#at++
    }
  }

  #fail(expected: string): never {
    const rest = this.#text.slice(this.#at, this.#at + 16)
    const hint = HINTS.find(({ when, before }) => when.test(rest) && (!before || before.test(expected)))
    throw new JsonSyntaxError(
      this.#at,
      `Expected ${expected}; received ${inWords(rest)}${hint ? `: ${hint.say}` : ''}`,
    )
  }
}

const CLOSING = { object: '}', array: ']' } as const
const QUOTE = 0x22
const BACKSLASH = 0x5c
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Mistakes that writers of JSON make, known by what stands where something else was expected. */
const HINTS: readonly { readonly when: RegExp; readonly before?: RegExp; readonly say: string }[] = [
  { when: /^[\]}]/, before: /comma$/, say: 'take out the trailing comma' },
  { when: /^\/[/*]/, say: 'JSON has no comments' },
  { when: /^```/, say: 'write the JSON alone, without a Markdown code fence' },
  { when: /^['‘’“”]/, say: 'JSON strings stand in straight double quotes' },
  {
    when: /^(NaN|[+-]?Infinity|undefined|None|True|False)/,
    say: 'JSON has true, false, null and finite numbers',
  },
  { when: /^[\n\r]/, before: /control/, say: 'write a line break as \\n' },
  { when: /^\t/, before: /control/, say: 'write a tab as \\t' },
  { when: /^"/, before: /^","/, say: 'a comma is missing' },
  { when: /^$/, before: /^(?!a JSON value)/, say: 'the text is cut off' },
  { when: /./, before: /^the end of/, say: 'write the JSON alone' },
  { when: /^\p{L}/u, before: /^a JSON value/, say: 'write the JSON alone, without words around it' },
  { when: /^[A-Za-z_$]/, before: /^a(nother)? member/, say: 'member names stand in double quotes' },
]

function inWords(rest: string): string {
  const [character] = rest
  if (character === undefined) return 'the end of the text'
  const word = /^[\w$.+-]+/.exec(rest)?.[0] ?? character
  return /^[\s\p{C}]/u.test(word) ? `U+${hexadecimal(word)}` : JSON.stringify(word)
}

const hexadecimal = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
