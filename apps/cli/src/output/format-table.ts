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

/** Lays out rows as a table, as {@link tableRows} does. */
export const formatTable = (rows: readonly (readonly Cell[])[], output: Output): string =>
  [...tableRows(rows, output)].join('\n')

/**
 * The text of each row of a table. Each column is as wide as its longest cell, up to `MAX_COLUMN_WIDTH`; the last column
 * takes the remaining width of the terminal. Longer cells wrap. Cells are foreign text: what could break a line or pretend
 * to be another column is escaped.
 * @param rows is iterated twice, so that a long table need not be in memory
 */
export function* tableRows(
  rows: Iterable<readonly Cell[]>,
  { columns: width = 120 }: Output,
): Generator<string> {
  const widths: number[] = []
  for (const row of rows)
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, widthOf(toText(cell)))
  const columnWidths = widths.slice(0, -1).map((widest) => Math.min(MAX_COLUMN_WIDTH, widest))
  const rest = width - columnWidths.reduce((sum, column) => sum + column + GAP, 0)
  const lineWidths = [...columnWidths, Math.max(MIN_LAST_COLUMN_WIDTH, rest)]
  for (const row of rows) yield formatRow(row, lineWidths)
}

function formatRow(row: readonly Cell[], widths: readonly number[]): string {
  const wrapped = row.map((cell, column) => wrap(toText(cell), widths[column] ?? 0))
  const height = wrapped.reduce((highest, { length }) => Math.max(highest, length), 0)
  let text = ''
  for (let index = 0; index < height; index++) {
    let line = ''
    for (const [column, cell] of row.entries()) {
      const part = wrapped[column]?.[index] ?? ''
      const padding = column === row.length - 1 ? 0 : (widths[column] ?? 0) + GAP - widthOf(part)
      line += (part === '' || typeof cell === 'string' ? part : cell.style(part)) + ' '.repeat(padding)
    }
    text += `${index === 0 ? '' : '\n'}${line.trimEnd()}`
  }
  return text
}

/** Breaks text at spaces, and words that are wider than a line within the word. Returns at least one line. */
function wrap(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const part of text.split(' ').flatMap((word) => breakWord(word, width))) {
    if (line !== '' && widthOf(line) + 1 + widthOf(part) > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? part : `${line} ${part}`
  }
  return [...lines, line]
}

function breakWord(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  let partWidth = 0
  for (const character of word) {
    const characterWidth = widthOf(character)
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

/** The number of terminal columns that the text takes. */
const widthOf = (text: string): number => (ASCII.test(text) ? text.length : stringWidth(text))

/** `stringWidth()` takes a hundred times longer than this test. */
const ASCII = /^[\x20-\x7e]*$/

function toText(cell: Cell): string {
  const text = typeof cell === 'string' ? cell : cell.text
  if (PLAIN.test(text)) return text
  return escapeInvisible(escapeText(text)).replaceAll(/\s+/g, ' ').trim()
}

/** Text that needs neither escapes nor other spaces: most of it. */
const PLAIN = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/

/** Escapes characters without a width, such as fillers; `escapeText()` keeps those that belong to a script. */
const escapeInvisible = (text: string): string =>
  text.replaceAll(
    /(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
