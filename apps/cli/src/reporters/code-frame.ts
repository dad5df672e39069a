import { escapeText } from '@workbench/contracts'
import stringWidth from 'string-width'

/** Longer files have no frames: splitting them into lines would take longer than validating them. */
const MAX_BYTES = 2 ** 20

/** Columns of the part of a line that is shown at least. */
const MIN_WIDTH = 20

/** The lines of a file for its frames. */
export function linesIn(bytes: Uint8Array): readonly string[] {
  if (bytes.length > MAX_BYTES) return []
  const text = Buffer.from(bytes).toString()
  return text.split(/\r\n?|\n/)
}

/**
 * The line before a location, the line itself and a mark below the column; empty if there is no such line.
 * @param columns of the terminal that the frame may take
 */
export function codeFrame(lines: readonly string[], line: number, column: number, columns: number): string[] {
  const text = lines[line - 1]
  if (text === undefined) return []
  const numberWidth = String(line).length
  const row = (number: number | '', content: string) =>
    `${String(number).padStart(numberWidth)} │ ${content}`.trimEnd()
  const width = Math.max(MIN_WIDTH, columns - numberWidth - ' │ '.length)
  const before = lines[line - 2]
  const { shown, mark } = partOf(text, column - 1, width)
  return [
    ...(before === undefined ? [] : [row(line - 1, partOf(before, 0, width).shown)]),
    row(line, shown),
    row('', `${' '.repeat(mark)}^`),
  ]
}

/** The part of a line around an offset that fits in a width, and the column of the offset in it. */
function partOf(line: string, offset: number, width: number) {
  const before = fitting(charactersIn(line.slice(Math.max(0, offset - width), offset)).reverse(), width / 2)
  const mark = widthOf(before)
  const after = fitting(charactersIn(line.slice(offset, offset + width)), width - mark)
  return { shown: [...before.reverse(), ...after].join(''), mark }
}

/** The first characters that fit in a width. */
function fitting(characters: readonly string[], width: number): string[] {
  let rest = width
  const end = characters.findIndex((character) => (rest -= stringWidth(character)) < 0)
  return characters.slice(0, end === -1 ? undefined : end)
}

const widthOf = (characters: readonly string[]): number =>
  characters.reduce((sum, character) => sum + stringWidth(character), 0)

/** What is shown as one, such as a letter with its accents. Tabs take two columns; foreign text cannot control the terminal. */
const charactersIn = (text: string): string[] =>
  [...new Intl.Segmenter().segment(text)].map(({ segment }) => escapeText(segment.replaceAll('\t', '  ')))
