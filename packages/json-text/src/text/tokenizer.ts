/** Callbacks for the tokens of a JSON text, in order. Offsets are in UTF-16 code units from 0. */
export interface TokenHandler {
  open?(kind: Container, offset: number, path: Path): void
  close?(): void
  /** A member's name. */
  name?(name: string, offset: number, path: Path): void
  /** A string, number, boolean or null. */
  scalar?(offset: number, path: Path): void
}

export type Container = 'object' | 'array'

/** The member names and indexes from the root to the current value. The next token changes it. */
type Path = readonly (string | number)[]

/**
 * Reads the tokens of a JSON text, up to a string without an end. Not recursive, so that only memory limits the nesting.
 * @param text `JSON.parse` accepts it, or would do so with an end
 * @returns the path to the last value; its last index is -1 in an array without an item
 */
export function tokenize(text: string, handler: TokenHandler): Path {
  const path: (string | number)[] = []
  let isName = false
  for (let at = 0; at < text.length;) {
    const start = at++
    switch (text.charAt(start)) {
      case '{':
        countItem(path)
        handler.open?.('object', start, path)
        path.push('')
        isName = true
        break
      case '[':
        countItem(path)
        handler.open?.('array', start, path)
        path.push(-1)
        break
      case '}':
      case ']':
        path.pop()
        handler.close?.()
        break
      case ',':
        isName = typeof path.at(-1) === 'string'
        break
      case ':':
        isName = false
        break
      case '"': {
        const close = indexOfQuote(text, at)
        if (close === -1) return path
        at = close + 1
        if (isName) {
          const name = parseString(text.slice(start, at))
          path[path.length - 1] = name
          handler.name?.(name, start, path)
        } else {
          countItem(path)
          handler.scalar?.(start, path)
        }
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
        countItem(path)
        handler.scalar?.(start, path)
    }
  }
  return path
}

/** In an array, the path leads to the next item. */
function countItem(path: (string | number)[]): void {
  const index = path.at(-1)
  if (typeof index === 'number') path[path.length - 1] = index + 1
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
