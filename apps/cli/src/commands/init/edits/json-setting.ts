import { type Addition, isOutdated, isWritten } from '@workbench/agents/install'
import { getNodeValue, type Node, stripComments } from 'jsonc-parser'

import { insertEntry, isCreated, removeEntry } from './json-text.ts'
import { memberOf, parseJson } from './json-tree.ts'
import { type Setting, SettingError } from './setting.ts'

/** Additions to a JSON file, which may have comments and trailing commas. */
export const jsonSetting = (file: string, additions: readonly Addition[]): Setting => ({
  file,
  add: (text) => (text === undefined ? create(additions) : additions.reduce(addTo, text)),
  remove: (text) => additions.reduce<string | undefined>(removeFrom, text),
  leftIn: (text) =>
    additions
      .filter((addition) =>
        candidatesIn(nodeAt(parseJson(text), addition), addition).some(({ part }) => addition.isSame(part)),
      )
      .map(({ path, key = [] }) => [path, key].flat().join('.')),
})

const create = (additions: readonly Addition[]): string =>
  `${JSON.stringify(JSON.parse(additions.reduce(addTo, '{}')), null, 2)}\n`

function addTo(text: string, addition: Addition): string {
  const { path, key, value, isSame } = addition
  let node = parseJson(text)
  for (const [depth, name] of path.entries()) {
    const next = memberOf(node, name)
    if (!next) return insertEntry(text, node, name, nest(path.slice(depth + 1), addition))
    node = next
  }
  if (key === undefined && node.type !== 'array')
    throw new SettingError(`${JSON.stringify(path.at(-1))} is not a list`)
  const existing = candidatesIn(node, addition)
  if (existing.some(({ part }) => isSame(part))) return update(text, existing, addition)
  if (key === undefined || existing.length === 0) return insertEntry(text, node, key, value)
  throw new SettingError(
    `${JSON.stringify(path.at(-1))} has another ${JSON.stringify(key)}; rename that one first`,
  )
}

/** Replaces what another version of `init` has written. What a user has changed stays. */
function update(text: string, existing: readonly Candidate[], addition: Addition): string {
  const isOld = existing.some(({ value }) => isOutdated(value, addition.value))
  const rest = isOld ? removeFrom(text, addition) : text
  if (rest === undefined) return create([addition])
  return rest === text ? text : addTo(rest, addition)
}

const nest = (path: readonly string[], { key, value }: Addition): unknown =>
  path.reduceRight<unknown>(
    (inner, name) => ({ [name]: inner }),
    key === undefined ? [value] : { [key]: value },
  )

const nodeAt = (root: Node, { path }: Addition): Node | undefined =>
  path.reduce<Node | undefined>((node, name) => node && memberOf(node, name), root)

/** What can be removed, with the value that is compared with that of the addition, and the part of it that has the effect. */
interface Candidate {
  readonly entry: Node
  readonly value: unknown
  readonly part: unknown
}

/** The member, or the elements of the array. Several entries of the list in an element can be removed one by one. */
function candidatesIn(node: Node | undefined, { key, value, list }: Addition): Candidate[] {
  const member = key === undefined ? undefined : node && memberOf(node, key)
  if (key !== undefined) return [member ?? []].flat().map((found) => candidate(found, found.parent))
  return (node?.children ?? []).flatMap((element) => {
    if (list === undefined) return [candidate(element)]
    const parts = (element.type === 'object' ? memberOf(element, list)?.children : undefined) ?? []
    return parts
      .map(getNodeValue)
      .map((part: unknown, index) =>
        parts.length === 1
          ? { ...candidate(element), part }
          : { entry: parts[index] ?? element, value: { ...(value as object), [list]: [part] }, part },
      )
  })
}

function candidate(node: Node, entry = node): Candidate {
  const value: unknown = getNodeValue(node)
  return { entry, value, part: value }
}

/** @returns undefined if nothing is left of a file that `add` created */
function removeFrom(text: string | undefined, addition: Addition): string | undefined {
  if (text === undefined) return undefined
  const candidates = candidatesIn(nodeAt(parseJson(text), addition), addition)
  const own = candidates.find(({ value }) => isWritten(value, addition.value))
  for (const rest of own ? removals(text, own.entry).toReversed() : [])
    // There may be a second one.
    if (commentsLength(rest ?? '') === commentsLength(text)) return removeFrom(rest, addition)
  return text
}

/** The texts without an entry, then without each of the containers around it that were created for it. */
function removals(text: string, entry: Node): (string | undefined)[] {
  const { parent } = entry
  if (!parent) return [undefined]
  // The parent of a value is its member.
  const outer = parent.parent?.type === 'property' ? parent.parent : parent
  return [removeEntry(text, parent, entry), ...(isCreated(text, parent, entry) ? removals(text, outer) : [])]
}

const commentsLength = (text: string): number => text.length - stripComments(text).length
