/** A value in a JSON text, with the offsets of its text in UTF-16 code units. */
export interface TextNode {
  readonly start: number
  readonly end: number
  /** The members of an object or the items of an array; undefined for a scalar. */
  readonly children: readonly TextChild[] | undefined
  readonly isArray: boolean
}

/** A member or an item. The text of a member begins with its name. */
export interface TextChild {
  /** The name of the member, or the index of the item. */
  readonly key: string
  readonly start: number
  /** The end of the name; the start of an item. */
  readonly nameEnd: number
  readonly node: TextNode
}

const WHITESPACE = /[ \t\r\n]*/y
const STRING = /"(?:[^"\\]|\\[^])*"/y
const SCALAR = /"(?:[^"\\]|\\[^])*"|[^\s,\]}]+/y

/**
 * Parses a text that `JSON.parse` accepts.
 * @throws {RangeError} if it nests so deeply that the stack overflows.
 */
export function parseTextTree(text: string): TextNode {
  let at = 0
  skip(WHITESPACE)
  return value()

  function skip(pattern: RegExp): number {
    pattern.lastIndex = at
    pattern.exec(text)
    at = pattern.lastIndex
    return at
  }

  function value(): TextNode {
    const start = at
    const opening = text[at]
    if (opening !== '{' && opening !== '[')
      return { start, end: skip(SCALAR), children: undefined, isArray: false }
    const children: TextChild[] = []
    at++
    skip(WHITESPACE)
    while (text[at] !== '}' && text[at] !== ']') {
      children.push(opening === '{' ? member() : item(children.length))
      skip(WHITESPACE)
      if (text[at] === ',') at++
      skip(WHITESPACE)
    }
    at++
    return { start, end: at, children, isArray: opening === '[' }
  }

  function member(): TextChild {
    const start = at
    const nameEnd = skip(STRING)
    const key = JSON.parse(text.slice(start, nameEnd)) as string
    skip(WHITESPACE)
    at++
    skip(WHITESPACE)
    return { key, start, nameEnd, node: value() }
  }

  function item(index: number): TextChild {
    return { key: String(index), start: at, nameEnd: at, node: value() }
  }
}
