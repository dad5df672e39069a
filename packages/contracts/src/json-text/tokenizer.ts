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

/**
 * Reads the tokens of a JSON text, up to a string without an end. Not recursive, so that only memory limits the nesting.
 * @param text `JSON.parse` accepts it, or would do so with an end
 */
export function tokenize(text: string, handler: TokenHandler): void {
  const containers: Container[] = []
  let isName = false
  for (let at = 0; at < text.length;) {
    const start = at++
    switch (text.charAt(start)) {
      case '{':
        handler.open?.('object', start)
        containers.push('object')
        isName = true
        break
      case '[':
        handler.open?.('array', start)
        containers.push('array')
        isName = false
        break
      case '}':
      case ']':
        containers.pop()
        handler.close?.()
        break
      case ',':
        isName = containers.at(-1) === 'object'
        break
      case ':':
        isName = false
        break
      case '"': {
        const close = indexOfQuote(text, at)
        if (close === -1) return
        at = close + 1
        if (isName) handler.name?.(parseString(text.slice(start, at)), start)
        else handler.scalar?.(start)
        break
      }
      case ' ':
      case '\n':
      case '\r':
      case '\t':
        break
      default:
        SCALAR.lastIndex = start
        at += (SCALAR.exec(text)?.[0].length ?? 1) - 1
        handler.scalar?.(start)
    }
  }
}

const SCALAR = /[^\s,\]}]+/y

/** Most strings have no escapes. */
const parseString = (literal: string): string =>
  literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)

/** The offset of the next double quote that is not escaped; -1 without one. */
export function indexOfQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let start = at
    while (start > from && text.charAt(start - 1) === '\\') start--
    if ((at - start) % 2 === 0) return at
  }
  return -1
}
