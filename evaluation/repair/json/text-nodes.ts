import { childPointer } from './pointer.ts'

/** A value in a JSON text, with its offsets in UTF-16 code units. */
export interface TextNode {
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'literal'
  readonly pointer: string
  readonly start: number
  readonly end: number
  /** The literal of the member's name, with its quotes. */
  readonly name?: { readonly start: number; readonly end: number }
  readonly children: readonly TextNode[]
}

/** Parses a text that is known to be JSON, and returns its root. */
export function textNodes(text: string): TextNode {
  let at = 0
  return value('', undefined)

  function value(pointer: string, name: TextNode['name']): TextNode {
    skip(/\s*/y)
    const start = at
    const children: TextNode[] = []
    const opening = text[at]
    if (opening === '{' || opening === '[') {
      at++
      for (skip(/[\s,]*/y); text[at] !== '}' && text[at] !== ']'; skip(/[\s,]*/y))
        children.push(
          opening === '{' ? member(pointer) : value(childPointer(pointer, children.length), undefined),
        )
      at++
    } else skip(opening === '"' ? STRING : SCALAR)
    return { kind: kindOf(opening), pointer, start, end: at, ...(name && { name }), children }
  }

  function member(pointer: string): TextNode {
    const name = { start: at, end: skip(STRING) }
    skip(/\s*:/y)
    return value(childPointer(pointer, JSON.parse(text.slice(name.start, name.end)) as string), name)
  }

  function skip(pattern: RegExp): number {
    pattern.lastIndex = at
    pattern.test(text)
    at = pattern.lastIndex
    return at
  }
}

const STRING = /"(?:[^"\\]|\\.)*"/y
const SCALAR = /[^\s,\]}]+/y

function kindOf(first: string | undefined): TextNode['kind'] {
  if (first === '{') return 'object'
  if (first === '[') return 'array'
  if (first === '"') return 'string'
  return /[-\d]/.test(first ?? '') ? 'number' : 'literal'
}

/** The node and all nodes below it, in the order of the text. */
export const allNodes = (node: TextNode): TextNode[] => [node, ...node.children.flatMap(allNodes)]
