import { escapeText } from '@workbench/contracts'

import { writeText } from '../output/write.ts'
import { colorsFor } from '../output/colors.ts'
import { ADVICE, describeMore, formatInColor, type Reporter } from './reporter.ts'
import { formatSummary } from './summary.ts'

/** Prints one line per violation, `file:line:column: /pointer: message`, and a summary. For logs and other programs. */
export const reportText: Reporter = (results, { stdout, env }, { isQuiet }) => {
  const colors = colorsFor({ stdout, env })
  const print = (line: string) => writeText(stdout, `${line}\n`)
  for (const result of results) {
    const { file, violations, advice = [] } = result
    const nameOf = (position = '') => colors.bold(`${escapeText(file)}${position}:`)
    for (const violation of violations) {
      const { line, column } = violation
      const position = line === undefined || column === undefined ? '' : `:${line}:${column}`
      print(`${nameOf(position)} ${formatInColor(violation, colors)}`)
    }
    for (const text of describeMore(result)) print(`${nameOf()} ${text}`)
    for (const each of advice) print(`${nameOf()} ${ADVICE} ${formatInColor(each, colors)}`)
  }
  if (!isQuiet) print(formatSummary(results, colors))
}
