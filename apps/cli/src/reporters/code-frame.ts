import { escapeText } from '@workbench/contracts'
import stringWidth from 'string-width'

/** Longer files have no frames: splitting them into lines would take longer than validating them. */
const MAX_BYTES = 2 ** 20

/** Width of the part of a line that is shown, in characters. */
const WIDTH = 100

/** The lines of a file, to print the part that a violation refers to. */
export class CodeFrames {
  readonly #bytes: Uint8Array
  #lines: readonly string[] | undefined

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The line before a location, the line itself and a mark below the column; empty if there is no such line. */
  at(line: number, column: number): string[] {
    if (this.#bytes.length > MAX_BYTES) return []
    this.#lines ??= Buffer.from(this.#bytes).toString().split(/\r?\n/)
    const text = this.#lines[line - 1]
    if (text === undefined) return []
    const start = Math.max(0, column - 1 - WIDTH / 2)
    const numberWidth = String(line).length
    const row = (number: number | '', content: string) =>
      `${String(number).padStart(numberWidth)} │ ${content}`.trimEnd()
    const before = this.#lines[line - 2]
    return [
      ...(before === undefined ? [] : [row(line - 1, visible(before, 0))]),
      row(line, visible(text, start)),
      row('', `${' '.repeat(stringWidth(printable(text.slice(start, column - 1))))}^`),
    ]
  }
}

const visible = (line: string, start: number): string => printable(line.slice(start, start + WIDTH))

/** Tabs take two columns, and foreign text cannot control the terminal. */
const printable = (text: string): string => escapeText(text.replaceAll('\t', '  '))
