import type { Node } from 'jsonc-parser'

import { endOf } from './json-tree.ts'
import { eolOf } from './setting.ts'

/** The whitespace with which a file is written. */
interface Style {
  readonly eol: string
  readonly unit: string
}

function styleOf(text: string): Style {
  const unit = /^[ \t]+(?=["{[])/m.exec(text)?.[0] ?? '  '
  return { eol: eolOf(text), unit: unit.startsWith('\t') ? '\t' : unit }
}

/**
 * Inserts a member or an element at the end of an object or array, and changes nothing else.
 *
 * An entry of a container that was empty directly precedes the closing bracket. A container that `insertEntry` creates as
 * part of a value has whitespace there. So `removeEntry` knows which of the two it was.
 */
export function insertEntry(text: string, container: Node, key: string | undefined, value: unknown): string {
  const style = styleOf(text)
  const last = container.children?.at(-1)
  const close = endOf(container) - 1
  if (!last) return splice(text, close, close, format(key, value, style, indentAt(text, close)))
  const comma = commaAfter(text, endOf(last), close)
  // After the comments that follow the last entry.
  const at = text.slice(0, close).trimEnd().length
  const isOnOwnLine = /\n[ \t]*$/.test(text.slice(container.offset, last.offset))
  const hasComment = at > (comma ?? endOf(last) - 1) + 1
  const indent = isOnOwnLine ? indentAt(text, last.offset) : indentAt(text, container.offset)
  const gap = isOnOwnLine || hasComment ? style.eol + indent : ' '
  const entry = gap + format(key, value, style, indent) + (comma === undefined ? '' : ',')
  const inserted = splice(text, at, at, entry)
  return comma === undefined ? splice(inserted, endOf(last), endOf(last), ',') : inserted
}

/** Removes an entry that `insertEntry` inserted. The container must have other entries, or have been empty before. */
export function removeEntry(text: string, container: Node, entry: Node): string {
  const entries = container.children ?? []
  const index = entries.indexOf(entry)
  const close = endOf(container) - 1
  const previous = entries[index - 1]
  const comma = commaAfter(text, endOf(entry), entries[index + 1]?.offset ?? close)
  const end = comma === undefined ? endOf(entry) : comma + 1
  if (!previous) {
    const isSole = entries.length === 1
    const next = end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0)
    return splice(text, entry.offset, isSole ? end : next, '')
  }
  const start = text.slice(0, entry.offset).trimEnd().length
  const without = splice(text, start, end, '')
  if (comma !== undefined) return without
  const before = commaAfter(text, endOf(previous), entry.offset)
  return before === undefined ? without : splice(without, before, before + 1, '')
}

/** Whether `insertEntry` created the container together with its only entry. */
export const isCreated = (text: string, container: Node, entry: Node): boolean =>
  container.children?.length === 1 && /^,?\s/.test(text.slice(endOf(entry)))

/** Offset of the comma between two values, outside of comments. */
function commaAfter(text: string, start: number, end: number): number | undefined {
  const before = /^(?:\s|\/\/.*$|\/\*[^]*?\*\/)*(?=,)/m.exec(text.slice(start, end))
  return before ? start + before[0].length : undefined
}

function format(key: string | undefined, value: unknown, { eol, unit }: Style, indent: string): string {
  const lines = JSON.stringify(value, null, unit).split('\n')
  return (key === undefined ? '' : `${JSON.stringify(key)}: `) + lines.join(eol + indent)
}

/** The whitespace at the start of the line. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? ''

const splice = (text: string, start: number, end: number, inserted: string): string =>
  text.slice(0, start) + inserted + text.slice(end)
