import { escapeText } from '@workbench/contracts'

import { writeText } from '../output/write.ts'
import { colorsFor } from '../output/colors.ts'
import { codeFrame, linesIn } from './code-frame.ts'
import { ADVICE, describeMore, formatInColor, type Reporter } from './reporter.ts'
import { formatSummary } from './summary.ts'

/** Violations of a file that are printed with the lines to which they refer. */
const MAX_FRAMES = 10

const FRAME_INDENT = ' '.repeat(6)

/** Prints the violations grouped by file, with the lines to which they refer, and a summary. For people, on a terminal. */
export const reportOnTerminal: Reporter = (results, { stdout, env }, { isQuiet }) => {
  const colors = colorsFor({ stdout, env })
  // Some terminals report a width of 0.
  const { columns = 0 } = stdout
  const width = (columns === 0 ? 100 : columns) - FRAME_INDENT.length
  const print = (line: string) => writeText(stdout, `${line}\n`)
  for (const result of results) {
    const { file, violations, advice = [], bytes } = result
    if (violations.length + advice.length === 0) continue
    const lines = bytes ? linesIn(bytes) : []
    print(colors.bold(colors.underline(escapeText(file))))
    for (const [index, violation] of violations.entries()) {
      const { line, column } = violation
      const position = line === undefined || column === undefined ? '' : `${line}:${column}  `
      print(`  ${colors.dim(position)}${formatInColor(violation, colors)}`)
      if (index >= MAX_FRAMES || line === undefined || column === undefined) continue
      for (const row of codeFrame(lines, line, column, width)) print(colors.dim(FRAME_INDENT + row))
    }
    for (const text of describeMore(result)) print(`  ${text}`)
    for (const each of advice) print(`  ${colors.yellow(ADVICE)} ${formatInColor(each, colors)}`)
    print('')
  }
  if (!isQuiet) print(formatSummary(results, colors))
}
