import { escapeText, pluralize } from '@workbench/contracts'
import picocolors from 'picocolors'

import { writeText } from '../output/write.ts'
import { supportsColor, type CommandContext } from '../context.ts'
import { CodeFrames } from './code-frame.ts'
import { ADVICE, adviceOf, moreOf, type Reporter, type ReporterOptions, violationsOf } from './reporter.ts'
import { Summary } from './summary.ts'

/** Violations of a file that are printed with the lines to which they refer. */
const MAX_FRAMES = 10

/** Prints the violations grouped by file, with the lines to which they refer, and a summary. For people, on a terminal. */
export function terminalReporter({ stdout, env }: CommandContext, { isQuiet }: ReporterOptions): Reporter {
  const colors = picocolors.createColors(supportsColor(stdout, env))
  const summary = new Summary()
  // The lines are printed at the end, because they would break up the progress bar.
  const lines: string[] = []
  return {
    add(result) {
      summary.add(result)
      const violations = violationsOf(result)
      const advice = adviceOf(result)
      if (violations.length + advice.length === 0) return
      const frames = 'bytes' in result ? new CodeFrames(result.bytes) : undefined
      lines.push(colors.bold(colors.underline(escapeText(result.file))))
      for (const [index, { path, message, line, column }] of violations.entries()) {
        const position = line === undefined || column === undefined ? '' : `${line}:${column}  `
        const pointer = path === '' ? '' : `${colors.cyan(`${escapeText(path)}:`)} `
        lines.push(`  ${colors.dim(position)}${pointer}${escapeText(message)}`)
        if (index >= MAX_FRAMES || line === undefined || column === undefined) continue
        for (const row of frames?.at(line, column) ?? []) lines.push(colors.dim(`      ${row}`))
      }
      const more = moreOf(result)
      if (more > 0) lines.push(`  … and at least ${pluralize(more, 'more violation')}`)
      for (const { path, message } of advice)
        lines.push(`  ${colors.yellow(ADVICE)} ${colors.cyan(`${escapeText(path)}:`)} ${escapeText(message)}`)
      lines.push('')
    },
    end() {
      for (const line of lines) writeText(stdout, `${line}\n`)
      if (isQuiet) return
      writeText(stdout, `${summary.isClean ? colors.green(String(summary)) : colors.red(String(summary))}\n`)
    },
  }
}
