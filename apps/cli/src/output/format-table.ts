import { escapeText } from '@workbench/contracts'
import stringWidth from 'string-width'

import type { Output } from '../context.ts'

/** Spaces between two columns. */
const GAP = 2
/** Maximum width in characters of every column but the last. */
const MAX_COLUMN_WIDTH = 44
/** The last column of a narrow terminal. */
const MIN_LAST_COLUMN_WIDTH = 10

/** A cell with a color or weight. */
interface StyledCell {
  readonly text: string
  readonly style: (text: string) => string
}

export type Cell = string | StyledCell

/**
 * Lays out rows as a table. Each column is as wide as its longest cell, up to `MAX_COLUMN_WIDTH`; the last column takes the
 * remaining width of the terminal. Longer cells wrap. Cells are foreign text: what could break a line or pretend to be
 * another column is escaped.
 */
export function formatTable(rows: readonly (readonly Cell[])[], { columns: width = 120 }: Output): string {
  const widths: number[] = []
  for (const row of rows)
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, stringWidth(toText(cell)))
  const columnWidths = widths.slice(0, -1).map((widest) => Math.min(MAX_COLUMN_WIDTH, widest))
  const rest = width - columnWidths.reduce((sum, column) => sum + column + GAP, 0)
  const lineWidths = [...columnWidths, Math.max(MIN_LAST_COLUMN_WIDTH, rest)]
  return rows.map((row) => formatRow(row, lineWidths)).join('\n')
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
function wrap(text: string, width: number): string[] {
  if (stringWidth(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const part of text.split(' ').flatMap((word) => breakWord(word, width))) {
    if (line !== '' && stringWidth(line) + 1 + stringWidth(part) > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? part : `${line} ${part}`
  }
  return [...lines, line]
}

function breakWord(word: string, width: number): string[] {
  if (stringWidth(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  let partWidth = 0
  for (const character of word) {
    const characterWidth = stringWidth(character)
    if (partWidth + characterWidth > width && part !== '') {
      parts.push(part)
      part = ''
      partWidth = 0
    }
    part += character
    partWidth += characterWidth
  }
  return [...parts, part]
}

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
