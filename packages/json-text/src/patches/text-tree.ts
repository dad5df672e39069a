import { type Container, indexOfQuote } from '../text/tokenizer.ts'
import { memoized } from '../values/memoized.ts'
import { type Pointer, segments } from '../values/pointer.ts'

/** A value of a JSON text. Its formatting is kept, so that {@link printTree} returns the text as it was. */
export interface TextNode {
  /** The members of an object or the items of an array; undefined for a scalar. */
  readonly children: readonly TextChild[] | undefined
  readonly isArray: boolean
  /** The text of a scalar; the white space in an empty object or array. */
  readonly text: string
}

/** A member, an item, or the document. */
export interface TextChild {
  /** The name of a member. */
  readonly key: string
  /** The name as JSON, the colon, and the white space around it; empty for an item. */
  readonly name: string
  node: TextNode
  /** The white space before the name and after the value. */
  readonly before: string
  readonly after: string
}

const WHITESPACE = /[ \t\r\n]*/y
/** The white space in an empty object or array, up to its end; else nothing. */
const EMPTY = /(?:([ \t\r\n]*)[\]}])?/y
const COLON = /[ \t\r\n]*:[ \t\r\n]*/y
const SCALAR = /[^\s,\]}]+/y

/**
 * Parses a text that `JSON.parse` accepts.
 * @throws {RangeError} if it nests so deeply that the stack overflows.
 */
export function parseTree(text: string): TextChild {
  let at = 0
  return child('array')

  function match(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) throw new SyntaxError(`Expected JSON at offset ${at}`)
    at = pattern.lastIndex
    return found
  }

  /** Without an expression: one for whole strings would overflow the stack of V8's matcher. */
  function string(): string {
    const start = at
    at = indexOfQuote(text, start + 1) + 1
    return text.slice(start, at)
  }

  /** Reads what a container of the kind can have: a member or an item. */
  function child(kind: Container): TextChild {
    const [before] = match(WHITESPACE)
    const quoted = kind === 'object' ? string() : '""'
    const name = kind === 'object' ? quoted + match(COLON)[0] : ''
    const key = JSON.parse(quoted) as string
    const node = value()
    const [after] = match(WHITESPACE)
    return { key, name, node, before, after }
  }

  function value(): TextNode {
    const opening = text[at]
    if (opening !== '{' && opening !== '[')
      return { children: undefined, isArray: false, text: opening === '"' ? string() : match(SCALAR)[0] }
    at++
    const isArray = opening === '['
    const empty = match(EMPTY)[1]
    if (empty !== undefined) return { children: [], isArray, text: empty }
    const children: TextChild[] = []
    do children.push(child(isArray ? 'array' : 'object'))
    while (text[at++] === ',')
    return { children, isArray, text: '' }
  }
}

/** The value of a text that `JSON.parse` accepts. */
export const nodeOf = (text: string): TextNode => parseTree(text).node

/** The text of a tree. */
export const printTree = ({ before, name, node, after }: TextChild): string =>
  before + name + printNode(node) + after

export function printNode({ children, isArray, text }: TextNode): string {
  if (!children) return text
  const inside = children.length > 0 ? children.map(printTree).join(',') : text
  return isArray ? `[${inside}]` : `{${inside}}`
}

/**
 * The children that lead to a value, from the document to the value itself; none if it does not exist. The last of
 * several members with the same name counts, as for `JSON.parse`.
 */
export function findPath(document: TextChild, pointer: Pointer): TextChild[] {
  const path = [document]
  let last = document
  for (const segment of segments(pointer)) {
    const { children = [], isArray } = last.node
    const found = isArray
      ? children[/^\d+$/.test(segment) ? Number(segment) : -1]
      : membersByName(children).get(segment)
    if (!found) return []
    path.push((last = found))
  }
  return path
}

const membersByName = memoized(
  (children: readonly TextChild[]) => new Map(children.map((child) => [child.key, child])),
)
