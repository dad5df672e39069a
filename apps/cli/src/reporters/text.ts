import { escapeText, type Violation } from '@workbench/contracts'

import { writeText } from '../output/write.ts'
import { colorsFor } from '../output/colors.ts'
import { ADVICE, describeMore, type Reporter } from './reporter.ts'
import { formatSummary } from './summary.ts'

/** Prints one line per violation, `file:line:column: /pointer: message`, and a summary. For logs and other programs. */
export const reportText: Reporter = (results, { stdout, env }, isQuiet) => {
  const colors = colorsFor({ stdout, env })
  const lines = results.flatMap((result) => {
    const { file, violations, advice = [] } = result
    const name = nameOf(file)
    return [
      ...violations.map((violation) => lineFor(file, violation)),
      ...describeMore(result).map((text) => `${name} ${text}`),
      ...advice.map(
        ({ path, message }) =>
          `${name} ${ADVICE} ${colors.cyan(`${escapeText(path)}:`)} ${escapeText(message)}`,
      ),
    ]
  })
  for (const line of lines) writeText(stdout, `${line}\n`)
  if (!isQuiet) writeText(stdout, `${formatSummary(results, colors)}\n`)

  function nameOf(file: string, position = ''): string {
    return colors.bold(`${escapeText(file)}${position}:`)
  }

  function lineFor(file: string, { path, message, line, column }: Violation): string {
    const position = line === undefined || column === undefined ? '' : `:${line}:${column}`
    const pointer = path === '' ? '' : ` ${colors.cyan(`${escapeText(path)}:`)}`
    return `${nameOf(file, position)}${pointer} ${escapeText(message)}`
  }
}
