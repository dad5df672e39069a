import type { Addition } from '@workbench/agents/install'
import { getNodeValue, type Node } from 'jsonc-parser'

import { insertEntry, isCreated, removeEntry } from './json-text.ts'
import { memberOf, parseJson } from './json-tree.ts'
import { type Setting, SettingError } from './setting.ts'

/** Additions to a JSON file, which may have comments and trailing commas. */
export const jsonSetting = (file: string, additions: readonly Addition[]): Setting => ({
  file,
  add: (text) => {
    if (text !== undefined) return additions.reduce(addTo, text)
    return `${JSON.stringify(JSON.parse(additions.reduce(addTo, '{}')), null, 2)}\n`
  },
  remove: (text) => additions.reduce<string | undefined>(removeFrom, text),
})

function addTo(text: string, addition: Addition): string {
  const { path, key, value, isOwn } = addition
  let node = parseJson(text)
  for (const [depth, name] of path.entries()) {
    const next = memberOf(node, name)
    if (!next) return insertEntry(text, node, name, nest(path.slice(depth + 1), addition))
    node = next
  }
  if (key === undefined) return ownElement(node, addition) ? text : insertEntry(text, node, undefined, value)
  const existing = memberOf(node, key)
  if (!existing) return insertEntry(text, node, key, value)
  if (isOwn(getNodeValue(existing))) return text
  throw new SettingError(`${quote(path.at(-1))} has another ${quote(key)}; rename that one first`)
}

const nest = (path: readonly string[], { key, value }: Addition): unknown =>
  path.reduceRight<unknown>(
    (inner, name) => ({ [name]: inner }),
    key === undefined ? [value] : { [key]: value },
  )

/** @returns undefined if nothing is left of a file that `add` created */
function removeFrom(text: string | undefined, addition: Addition): string | undefined {
  if (text === undefined) return undefined
  let node: Node | undefined = parseJson(text)
  for (const name of addition.path) node = node && memberOf(node, name)
  if (!node) return text
  const entry = addition.key === undefined ? ownElement(node, addition) : ownMember(node, addition)
  if (!entry) return text
  // There may be a second element.
  return removeFrom(removeWithParents(text, entry), addition)
}

/** Removes an entry, and the containers around it that were created for it. */
function removeWithParents(text: string, entry: Node): string | undefined {
  const { parent } = entry
  if (!parent) return undefined
  if (!isCreated(text, parent, entry)) return removeEntry(text, parent, entry)
  // The parent of a value is its member.
  return removeWithParents(text, parent.parent?.type === 'property' ? parent.parent : parent)
}

function ownMember(node: Node, { key = '', isOwn }: Addition): Node | undefined {
  const value = memberOf(node, key)
  return value && isOwn(getNodeValue(value)) ? value.parent : undefined
}

/** The element of the array that this program added, or its own part of it. */
function ownElement(array: Node, { path, isOwn, list }: Addition): Node | undefined {
  if (array.type !== 'array') throw new SettingError(`${quote(path.at(-1))} is not a list`)
  for (const element of array.children ?? []) {
    const holder = list !== undefined && element.type === 'object' ? memberOf(element, list) : undefined
    const parts = list === undefined ? [element] : (holder?.children ?? [])
    const own = parts.find((part) => isOwn(getNodeValue(part)))
    if (own) return parts.length === 1 ? element : own
  }
  return undefined
}

const quote = (name: string | undefined): string => JSON.stringify(name)
