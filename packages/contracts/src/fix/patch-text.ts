import type { Json } from '../json.ts'
import { isArray } from '../json.ts'
import type { PatchOperation } from '../patch.ts'
import { parentOf, type Pointer, segments } from '../pointer.ts'
import { parseTextTree, type TextChild, type TextNode } from './text-tree.ts'

/**
 * Applies an operation of a JSON Patch to a JSON text, and leaves the formatting of everything else as it is. Returns
 * undefined if the operation does not apply to the text, or would lose data: a member is removed only if it is an empty
 * object, and never replaced by another one.
 */
export function patchText(text: string, operation: PatchOperation): string | undefined {
  const root = parseTextTree(text)
  switch (operation.op) {
    case 'replace': {
      const node = nodeAt(root, operation.path)
      return node && replace(text, node, formatValue(text, node, operation.value))
    }
    case 'add':
      return addMember(text, root, operation.path, JSON.stringify(operation.value))
    case 'remove': {
      const removed = childAt(root, operation.path)
      const isEmpty = removed?.child.node.children?.length === 0 && !removed.child.node.isArray
      return removed && isEmpty ? cut(text, removed) : undefined
    }
    case 'move':
      return move(text, root, operation.from, operation.path)
  }
}

function move(text: string, root: TextNode, from: Pointer, path: Pointer): string | undefined {
  const moved = childAt(root, from)
  if (!moved) return undefined
  const { node } = moved.child
  if (from.startsWith(`${path}/`)) {
    const container = nodeAt(root, path)
    // The other items or members would be lost.
    if (container?.children?.length !== 1) return undefined
    return replace(
      text,
      container,
      reindent(text.slice(node.start, node.end), indentAt(text, node.start), indentAt(text, container.start)),
    )
  }
  // Without an item, the pointers of the items after it would change.
  if (moved.parent.isArray || path.startsWith(`${from}/`) || nodeAt(root, path)) return undefined
  if (parentOf(from) === parentOf(path)) {
    const { start, nameEnd } = moved.child
    return splice(text, start, nameEnd, JSON.stringify(segments(path).at(-1)))
  }
  const value = text.slice(node.start, node.end)
  const indent = indentAt(text, node.start)
  const target = nodeAt(root, parentOf(path))
  if (target === undefined) return undefined
  // The later of the two changes is made first: it does not shift the offsets of the other one.
  if (target.end < moved.child.start) return addMember(cut(text, moved), root, path, value, indent)
  const added = addMember(text, root, path, value, indent)
  if (added === undefined) return undefined
  const source = childAt(parseTextTree(added), from)
  return source && cut(added, source)
}

/** Adds a member at the end of an object. `value` is JSON text, indented as at `indent`. */
function addMember(
  text: string,
  root: TextNode,
  path: Pointer,
  value: string,
  indent?: string,
): string | undefined {
  const parent = nodeAt(root, parentOf(path))
  if (!parent?.children || parent.isArray || nodeAt(root, path)) return undefined
  const name = JSON.stringify(segments(path).at(-1))
  const last = parent.children.at(-1)
  if (!last) return splice(text, parent.start, parent.end, `{ ${name}: ${value} }`)
  const before = parent.children.at(-2)?.node.end ?? parent.start
  const separator = text.slice(before + 1, last.start).replace(/^[^]*,/, '')
  const colon = /^\s*:\s*/.exec(text.slice(last.nameEnd, last.node.start))?.[0] ?? ': '
  const moved = indent === undefined ? value : reindent(value, indent, indentAt(text, last.start))
  return splice(text, last.node.end, last.node.end, `,${separator}${name}${colon}${moved}`)
}

interface FoundChild {
  readonly parent: TextNode
  readonly child: TextChild
}

/** Removes a member or an item and the comma beside it. */
function cut(text: string, { parent, child }: FoundChild): string {
  const siblings = parent.children ?? []
  const index = siblings.indexOf(child)
  const previous = siblings[index - 1]
  const next = siblings[index + 1]
  if (previous) return splice(text, previous.node.end, child.node.end, '')
  if (next) return splice(text, child.start, next.start, '')
  return splice(text, parent.start + 1, parent.end - 1, '')
}

/** The value as JSON, in the style of the text: a value that is put into a list keeps its formatting. */
function formatValue(text: string, node: TextNode, value: Json): string {
  const current = text.slice(node.start, node.end)
  if (
    isArray(value) &&
    value.length === 1 &&
    JSON.stringify(value[0]) === JSON.stringify(JSON.parse(current))
  )
    return `[${current}]`
  const unit = /\n([ \t]+)"/.exec(text)?.[1]
  const isNested = typeof value === 'object' && value !== null
  return isNested && unit !== undefined
    ? reindent(JSON.stringify(value, undefined, unit), '', indentAt(text, node.start))
    : JSON.stringify(value)
}

/** Changes the indentation of all lines but the first. */
const reindent = (value: string, from: string, to: string): string =>
  from === to ? value : value.replaceAll(new RegExp(`\\n${from}`, 'g'), `\n${to}`)

/** The white space at the start of the line. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? ''

const replace = (text: string, { start, end }: TextNode, value: string): string =>
  splice(text, start, end, value)

const splice = (text: string, start: number, end: number, replacement: string): string =>
  text.slice(0, start) + replacement + text.slice(end)

function nodeAt(root: TextNode, pointer: Pointer): TextNode | undefined {
  return pointer === '' ? root : childAt(root, pointer)?.child.node
}

/** The last of several members with the same name counts, as for `JSON.parse`. */
function childAt(root: TextNode, pointer: Pointer): FoundChild | undefined {
  let found: FoundChild | undefined
  for (const segment of segments(pointer)) {
    const parent: TextNode = found ? found.child.node : root
    const child: TextChild | undefined = parent.children?.filter(({ key }) => key === segment).at(-1)
    if (!child) return undefined
    found = { parent, child }
  }
  return found
}
