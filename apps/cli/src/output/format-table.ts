import { escapeText } from '@workbench/contracts'
import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'

import type { Output } from '../context.ts'

/** Spaces between two columns. */
const GAP = 2
/** Maximum width in characters of every column but the last. */
const MAX_COLUMN_WIDTH = 44
/** The last column, where the words of the others leave no room. */
const MIN_LAST_COLUMN_WIDTH = 10

/** A text, perhaps with a color or weight. */
export type Cell = string | { readonly text: string; readonly style: (text: string) => string }

/**
 * Lays out rows as a table that fits the terminal, as far as its words allow. Each column is as wide as its longest cell; all
 * but the last one have a maximum, and the widest ones get narrower if there is no room. Longer cells wrap. Cells are foreign
 * text: what could break a line or pretend to be another column is escaped.
 */
export function formatTable(rows: readonly (readonly Cell[])[], { columns = 0 }: Output): string {
  const texts = rows.map((row) => row.map(toText))
  const widths = widthsOf(texts, (text) => stringWidth(text))
  const narrowest = widthsOf(texts, (text) => Math.max(...text.split(' ').map((word) => stringWidth(word))))
  // Some terminals report a width of 0.
  const total = columns === 0 ? 120 : columns
  const last = widths.length - 1
  for (const list of [widths, narrowest])
    for (const column of list.keys())
      list[column] = Math.min(column < last ? MAX_COLUMN_WIDTH : total, list[column] ?? 0)
  let excess = widths.reduce((sum, width) => sum + width + GAP, -GAP) - total
  for (; excess > 0; excess--) {
    const shrinkable = [...widths.keys()].filter((column) => (widths[column] ?? 0) > (narrowest[column] ?? 0))
    const [widest] = shrinkable.sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))
    if (widest === undefined) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  if (excess > 0) widths[last] = Math.max(MIN_LAST_COLUMN_WIDTH, (widths[last] ?? 0) - excess)
  return rows.map((row) => formatRow(row, widths)).join('\n')
}

/** The largest measure of the cells of each column. */
function widthsOf(rows: readonly (readonly string[])[], measure: (text: string) => number): number[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [column, text] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, measure(text))
  return widths
}

function formatRow(row: readonly Cell[], widths: readonly number[]): string {
  const wrapped = row.map((cell, column) => wrap(toText(cell), widths[column] ?? 0))
  const height = Math.max(0, ...wrapped.map(({ length }) => length))
  const lines = Array.from({ length: height }, (_, index) =>
    row.map((cell, column) => {
      const part = wrapped[column]?.[index] ?? ''
      const padding = column === row.length - 1 ? 0 : (widths[column] ?? 0) + GAP - stringWidth(part)
      return (part === '' || typeof cell === 'string' ? part : cell.style(part)) + ' '.repeat(padding)
    }),
  )
  return lines.map((parts) => parts.join('').trimEnd()).join('\n')
}

/** Breaks text at spaces, and words that are wider than a line within the word. Returns at least one line. */
const wrap = (text: string, width: number): string[] =>
  stringWidth(text) <= width ? [text] : wrapAnsi(text, width, { hard: true }).split('\n')

function toText(cell: Cell): string {
  const text = typeof cell === 'string' ? cell : cell.text
  return escapeInvisible(escapeText(text)).replaceAll(/\s+/g, ' ').trim()
}

/** Escapes characters without a width, such as fillers; `escapeText()` keeps those that belong to a script. */
const escapeInvisible = (text: string): string =>
  text.replaceAll(
    /(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
