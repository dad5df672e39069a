import { type Pointer, segments } from '../pointer.ts'
import {
  COMMA,
  endOfString,
  isClosing,
  isOpening,
  offsetOf,
  OPENING_BRACE,
  skipSpace,
  skipValue,
} from './skip.ts'

/** Offsets of a value and of its member name, in UTF-16 code units from 0. */
export interface Offsets {
  name?: number | undefined
  value?: number
}

/** The values to find and those that contain them, as a tree, so that no pointers are built. */
interface Node extends Offsets {
  readonly children: Map<string, Node>
  /** The lengths of the children's names, modulo 32, as a set of bits. */
  lengths: number
  isTarget: boolean
}

const newNode = (): Node => ({ children: new Map(), lengths: 0, isTarget: false })

/**
 * Finds the offsets of the values at the pointers in a JSON text. The last of several duplicate members counts, as for
 * `JSON.parse`.
 * @param text `JSON.parse` has accepted it
 * @param hasDuplicates whether there are duplicate members, so that the whole text has to be read
 */
export function locate(
  text: string,
  pointers: readonly Pointer[],
  hasDuplicates: boolean,
): readonly Offsets[] {
  const root = newNode()
  /** The number of targets that were not found. */
  let left = hasDuplicates ? Infinity : 0
  /** The offset of the first backslash that is not before the last name, or infinity. */
  let backslash = -1
  const targets = pointers.map((pointer) => {
    const target = segments(pointer).reduce(childOf, root)
    if (!target.isTarget) left++
    target.isTarget = true
    return target
  })
  if (left > 0) readValue(root, skipSpace(text, 0))
  return targets

  /** Returns the offset after the value and whitespace, or any offset if no target is left. */
  function readValue(node: Node, start: number): number {
    node.value = start
    if (node.isTarget) left--
    if (left === 0) return start
    return node.children.size > 0 && isOpening(text.charCodeAt(start))
      ? readContainer(node, start)
      : skipValue(text, start)
  }

  function readContainer(node: Node, start: number): number {
    const isObject = text.charCodeAt(start) === OPENING_BRACE
    let at = skipSpace(text, start + 1)
    for (let index = 0; !isClosing(text.charCodeAt(at)); index++) {
      let child: Node | undefined
      if (isObject) {
        const end = endOfString(text, at)
        child = childNamed(node, at, end)
        if (child) child.name = at
        const colon = skipSpace(text, end + 1)
        at = skipSpace(text, colon + 1)
      } else {
        child = node.children.get(String(index))
        // An earlier duplicate of this array may have been an object.
        if (child) child.name = undefined
      }
      at = child ? readValue(child, at) : skipValue(text, at)
      if (left === 0) return at
      if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1)
    }
    return skipSpace(text, at + 1)
  }

  /** The child whose name is between the quotes at two offsets. Most other names have another length than all children. */
  function childNamed({ children, lengths }: Node, start: number, end: number): Node | undefined {
    if (backslash < start) backslash = offsetOf(text, '\\', start)
    if (backslash < end) return children.get(JSON.parse(text.slice(start, end + 1)) as string)
    const isPossible = (lengths & (1 << (end - start - 1))) !== 0
    return isPossible ? children.get(text.slice(start + 1, end)) : undefined
  }
}

function childOf(parent: Node, segment: string): Node {
  const child = parent.children.get(segment) ?? newNode()
  parent.children.set(segment, child)
  parent.lengths |= 1 << segment.length
  return child
}
