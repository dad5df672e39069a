import type { Json } from '../json.ts'
import type { PatchOperation } from '../patch.ts'
import { parentOf, type Pointer, segments } from '../pointer.ts'
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
  const document = parseTree(text)
  const indent = /\n([ \t]+)"/.exec(text)?.[1]
  for (const patch of patches) {
    const edits = new Edits(document, indent)
    if (!patch.every((operation) => edits.apply(operation))) edits.revert()
  }
  return printTree(document)
}

/** The changes of one patch. */
class Edits {
  readonly #document: TextChild
  readonly #indent: string | undefined
  readonly #undo: (() => void)[] = []

  /** @param indent the white space that the text uses for one level; undefined if it has one line */
  constructor(document: TextChild, indent: string | undefined) {
    this.#document = document
    this.#indent = indent
  }

  /** Returns false, and changes nothing, if the operation does not apply. */
  apply(operation: PatchOperation): boolean {
    switch (operation.op) {
      case 'replace':
        return this.#replace(operation.path, operation.value)
      case 'add':
        return this.#addMember(operation.path, nodeOf(JSON.stringify(operation.value)))
      case 'remove': {
        const path = findPath(this.#document, operation.path)
        const node = path.at(-1)?.node
        return node?.children?.length === 0 && !node.isArray && this.#cut(path)
      }
      case 'move':
        return this.#move(operation.from, operation.path)
    }
  }

  revert(): void {
    for (const undo of this.#undo.reverse()) undo()
  }

  #exists(pointer: Pointer): boolean {
    return findPath(this.#document, pointer).length > 0
  }

  #change(child: TextChild, members: Partial<TextChild>): void {
    const before = { ...child }
    this.#undo.push(() => Object.assign(child, before))
    Object.assign(child, members)
  }

  #setChildren(parent: TextChild, children: readonly TextChild[]): void {
    this.#change(parent, { node: { ...parent.node, children } })
  }

  #replace(pointer: Pointer, value: Json): boolean {
    const path = findPath(this.#document, pointer)
    const child = path.at(-1)
    const node = child && (keptIn(value, child.node) ?? this.#format(value, child.node, indentOf(path)))
    if (!node) return false
    this.#change(child, { node })
    return true
  }

  /** The value in the style of the text; undefined if members or items would be lost. */
  #format(value: Json, current: TextNode, indentation: string): TextNode | undefined {
    if (current.children && current.children.length > 0) return undefined
    if (typeof value !== 'object' || value === null) return nodeOf(JSON.stringify(value))
    return reindent(nodeOf(JSON.stringify(value, undefined, this.#indent)), '', indentation)
  }

  #move(from: Pointer, pointer: Pointer): boolean {
    const path = findPath(this.#document, from)
    const child = path.at(-1)
    const parent = path.at(-2)
    if (!child || !parent) return false
    if (from.startsWith(`${pointer}/`)) return this.#unwrap(path, segments(pointer).length)
    // Without an item, the pointers of the items after it would change.
    if (parent.node.isArray || pointer.startsWith(`${from}/`)) return false
    if (parentOf(from) === parentOf(pointer)) {
      if (this.#exists(pointer)) return false
      this.#change(child, nameOf(pointer, child.name))
      return true
    }
    return this.#addMember(pointer, child.node, indentOf(path)) && this.#cut(path)
  }

  /** Replaces a value around the last one of the path by the last one, unless other members or items would be lost. */
  #unwrap(path: readonly TextChild[], depth: number): boolean {
    const [container] = path.slice(depth)
    const child = path.at(-1)
    if (!container || !child) return false
    if (path.slice(depth, -1).some(({ node }) => node.children?.length !== 1)) return false
    const node = reindent(child.node, indentOf(path), indentOf(path.slice(0, depth + 1)))
    this.#change(container, { node })
    return true
  }

  /** Adds a member at the end of an object, with the formatting of the member before it. */
  #addMember(pointer: Pointer, node: TextNode, indentation = ''): boolean {
    const path = findPath(this.#document, parentOf(pointer))
    const parent = path.at(-1)
    if (!parent?.node.children || parent.node.isArray || this.#exists(pointer)) return false
    const { children } = parent.node
    const last = children.at(-1)
    if (!last) {
      const added = { ...nameOf(pointer, ': '), node, before: ' ', after: ' ' }
      this.#setChildren(parent, [added])
      return true
    }
    const { before, after } = last
    const added = {
      ...nameOf(pointer, last.name),
      node: indentation === '' ? node : reindent(node, indentation, indentOf([...path, last])),
      before,
      after,
    }
    this.#change(last, { after: '' })
    this.#setChildren(parent, [...children, added])
    return true
  }

  /** Removes a member or an item, and the comma beside it. */
  #cut(path: readonly TextChild[]): boolean {
    const parent = path.at(-2)
    const child = path.at(-1)
    if (!parent?.node.children || !child) return false
    const { children } = parent.node
    const index = children.indexOf(child)
    const previous = children[index - 1]
    const next = children[index + 1]
    if (previous) this.#change(previous, { after: child.after })
    else if (next) this.#change(next, { before: child.before })
    this.#setChildren(
      parent,
      children.filter((other) => other !== child),
    )
    return true
  }
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
