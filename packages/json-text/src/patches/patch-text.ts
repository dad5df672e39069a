import type { Json } from '../values/json.ts'
import type { PatchOperation } from './patch.ts'
import { parentOf, type Pointer, segments } from '../values/pointer.ts'
import { keptIn } from './kept-value.ts'
import {
  findPath,
  nodeOf,
  parseTree,
  printNode,
  printTree,
  type TextChild,
  type TextNode,
} from './text-tree.ts'

/**
 * Applies JSON Patches to a JSON text, one after the other, and leaves the formatting of everything else as it is. A patch
 * is skipped if one of its operations does not apply or would lose data: a member is removed only if it is an empty
 * object, and never replaced by another one; an object or a list only by a list of itself or of its members, or by the only one of
 * them.
 */
export function patchText(text: string, patches: readonly (readonly PatchOperation[])[]): string {
  const indent = /\n([ \t]+)"/.exec(text)?.[1]
  let document = parseTree(text)
  for (const patch of patches) {
    let patched: TextChild | undefined = document
    const style = { indent, isAlone: patch.length === 1 }
    for (const operation of patch) patched = patched && apply(operation, patched, style)
    document = patched ?? document
  }
  return printTree(document)
}

interface Style {
  /** The white space that the text uses for one level; undefined if it has one line. */
  readonly indent: string | undefined
  /** Whether it is the only operation of a patch. It can then change the tree itself, which is never restored. */
  readonly isAlone: boolean
}

/** Returns the changed document; undefined if the operation does not apply. */
function apply(operation: PatchOperation, document: TextChild, style: Style): TextChild | undefined {
  switch (operation.op) {
    case 'replace':
      return replace(findPath(document, operation.path), operation.value, style)
    case 'add':
      return addMember(document, operation.path, nodeOf(JSON.stringify(operation.value)))
    case 'remove': {
      const path = findPath(document, operation.path)
      const node = path.at(-1)?.node
      return node?.children?.length === 0 && !node.isArray ? cut(path) : undefined
    }
    case 'move':
      return move(document, operation.from, operation.path)
  }
}

function replace(path: readonly TextChild[], value: Json, style: Style): TextChild | undefined {
  const child = path.at(-1)
  const node = child && (keptIn(value, child.node) ?? format(value, child.node, indentOf(path), style.indent))
  if (!node || !style.isAlone) return node && withLast(path, { ...child, node })
  child.node = node
  return path[0]
}

/** The value in the style of the text; undefined if members or items would be lost. */
function format(value: Json, current: TextNode, indentation: string, indent?: string): TextNode | undefined {
  if (current.children && current.children.length > 0) return undefined
  if (typeof value !== 'object' || value === null) return nodeOf(JSON.stringify(value))
  return reindent(nodeOf(JSON.stringify(value, undefined, indent)), '', indentation)
}

function move(document: TextChild, from: Pointer, pointer: Pointer): TextChild | undefined {
  const path = findPath(document, from)
  const child = path.at(-1)
  const parent = path.at(-2)
  if (!child || !parent) return undefined
  if (from.startsWith(`${pointer}/`)) return unwrap(path, segments(pointer).length)
  // Without an item, the pointers of the items after it would change.
  if (parent.node.isArray || pointer.startsWith(`${from}/`)) return undefined
  if (parentOf(from) !== parentOf(pointer)) {
    const added = addMember(document, pointer, child.node, indentOf(path))
    return added && cut(findPath(added, from))
  }
  return exists(document, pointer) ? undefined : withLast(path, { ...child, ...nameOf(pointer, child.name) })
}

/** Replaces a value around the last one of the path by the last one, unless other members or items would be lost. */
function unwrap(path: readonly TextChild[], depth: number): TextChild | undefined {
  const [container] = path.slice(depth)
  const child = path.at(-1)
  if (!container || !child) return undefined
  if (path.slice(depth, -1).some(({ node }) => node.children?.length !== 1)) return undefined
  const outer = path.slice(0, depth + 1)
  return withLast(outer, { ...container, node: reindent(child.node, indentOf(path), indentOf(outer)) })
}

/** Adds a member at the end of an object, with the formatting of the member before it. */
function addMember(
  document: TextChild,
  pointer: Pointer,
  node: TextNode,
  indentation = '',
): TextChild | undefined {
  const path = findPath(document, parentOf(pointer))
  const { children, isArray } = path.at(-1)?.node ?? {}
  if (!children || isArray || exists(document, pointer)) return undefined
  const last = children.at(-1)
  if (!last) return withChildren(path, [{ ...nameOf(pointer, ': '), node, before: ' ', after: ' ' }])
  const added = {
    ...last,
    ...nameOf(pointer, last.name),
    node: indentation === '' ? node : reindent(node, indentation, indentOf([...path, last])),
  }
  return withChildren(path, [...children.slice(0, -1), { ...last, after: '' }, added])
}

/** Removes a member or an item, and the comma beside it. */
function cut(path: readonly TextChild[]): TextChild | undefined {
  const child = path.at(-1)
  const children = path.at(-2)?.node.children
  if (!children || !child) return undefined
  const index = children.indexOf(child)
  const previous = children[index - 1]
  const next = children[index + 1]
  const others = children.filter((other) => other !== child)
  if (previous) others[index - 1] = { ...previous, after: child.after }
  else if (next) others[0] = { ...next, before: child.before }
  return withChildren(path.slice(0, -1), others)
}

const exists = (document: TextChild, pointer: Pointer): boolean => findPath(document, pointer).length > 0

/** The document with other children in the last value of a path. */
function withChildren(path: readonly TextChild[], children: readonly TextChild[]): TextChild | undefined {
  const last = path.at(-1)
  return last && withLast(path, { ...last, node: { ...last.node, children } })
}

/** The document with another child in place of the last one of a path. */
function withLast(path: readonly TextChild[], child: TextChild): TextChild | undefined {
  const replaced = path.at(-1)
  const outer = path.slice(0, -1)
  if (outer.length === 0 || !replaced) return child
  const siblings = outer.at(-1)?.node.children ?? []
  return withChildren(outer, siblings.with(siblings.indexOf(replaced), child))
}

/** The last name of a pointer, with the colon of another member. */
function nameOf(pointer: Pointer, like: string): { key: string; name: string } {
  const key = segments(pointer).at(-1) ?? ''
  return { key, name: JSON.stringify(key) + (/\s*:\s*$/.exec(like)?.[0] ?? ':') }
}

/** The white space before the last child of a path, or before the first one of its siblings or of a value around it. */
function indentOf(path: readonly TextChild[]): string {
  for (let depth = path.length - 1; depth >= 0; depth--) {
    for (const child of [path[depth], path[depth - 1]?.node.children?.[0]]) {
      const [, indentation] = /\n([ \t]*)$/.exec(child?.before ?? '') ?? []
      if (indentation !== undefined) return indentation
    }
  }
  return ''
}

/** Changes the indentation of all lines but the first. */
const reindent = (node: TextNode, from: string, to: string): TextNode =>
  from === to ? node : nodeOf(printNode(node).replaceAll(new RegExp(`\\n${from}`, 'g'), `\n${to}`))
