import { escapeText } from '@workbench/contracts'

import { writeText } from '../output/write.ts'
import { colorsFor } from '../output/colors.ts'
import { codeFrame, linesIn } from './code-frame.ts'
import { describeMore, formatInColor, positionOf, type Reporter } from './reporter.ts'
import { formatSummary } from './summary.ts'

/** Violations of a file that are printed with the lines to which they refer. */
const MAX_FRAMES = 10

const FRAME_INDENT = ' '.repeat(6)

/**
 * Prints one line per violation, `file:line:column: /pointer: message`, and a summary. On a terminal, the violations are
 * grouped by file, with the lines to which they refer.
 */
export const reportText: Reporter = (results, context, { isQuiet }) => {
  const { stdout } = context
  const isTerminal = stdout.isTTY === true
  const colors = colorsFor(context)
  const { columns = 0 } = stdout
  // Some terminals report a width of 0.
  const width = (columns === 0 ? 100 : columns) - FRAME_INDENT.length
  const print = (line: string) => writeText(stdout, `${line}\n`)
  for (const result of results) {
    const { violations, advice = [], bytes } = result
    if (violations.length + advice.length === 0) continue
    const file = escapeText(result.file)
    const startOf = (position: string) => {
      if (isTerminal) return position === '' ? '  ' : `  ${colors.dim(`${position}  `)}`
      return `${colors.bold(position === '' ? `${file}:` : `${file}:${position}:`)} `
    }
    if (isTerminal) print(colors.bold(colors.underline(file)))
    const lines = isTerminal && bytes ? linesIn(bytes) : []
    for (const [index, violation] of violations.entries()) {
      print(`${startOf(positionOf(violation))}${formatInColor(violation, colors)}`)
      const { line = 0, column = 0 } = violation
      for (const row of index < MAX_FRAMES ? codeFrame(lines, line, column, width) : [])
        print(colors.dim(FRAME_INDENT + row))
    }
    for (const text of describeMore(result)) print(`${startOf('')}${text}`)
    for (const each of advice)
      print(`${startOf('')}${colors.yellow('advice:')} ${formatInColor(each, colors)}`)
    if (isTerminal) print('')
  }
  if (!isQuiet) print(formatSummary(results, colors))
}
