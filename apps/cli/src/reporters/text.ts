import { escapeText, pluralize, type Violation } from '@workbench/contracts'
import picocolors from 'picocolors'

import { writeText } from '../output/write.ts'
import { supportsColor, type CommandContext } from '../context.ts'
import { ADVICE, adviceOf, moreOf, type Reporter, type ReporterOptions, violationsOf } from './reporter.ts'
import { Summary } from './summary.ts'

/** Prints one line per violation, `file:line:column: /pointer: message`, and a summary. For logs and other programs. */
export function textReporter({ stdout, env }: CommandContext, { isQuiet }: ReporterOptions): Reporter {
  const colors = picocolors.createColors(supportsColor(stdout, env))
  const summary = new Summary()
  return {
    add(result) {
      summary.add(result)
      for (const violation of violationsOf(result)) print(lineFor(result.file, violation))
      const more = moreOf(result)
      if (more > 0) print(`${nameOf(result.file)} … and at least ${pluralize(more, 'more violation')}`)
      for (const { path, message } of adviceOf(result))
        print(
          `${nameOf(result.file)} ${ADVICE} ${colors.cyan(`${escapeText(path)}:`)} ${escapeText(message)}`,
        )
    },
    end() {
      if (isQuiet) return
      writeText(stdout, `${summary.isClean ? colors.green(String(summary)) : colors.red(String(summary))}\n`)
    },
  }

  function print(line: string): void {
    writeText(stdout, `${line}\n`)
  }

  function nameOf(file: string, position = ''): string {
    return colors.bold(`${escapeText(file)}${position}:`)
  }

  function lineFor(file: string, { path, message, line, column }: Violation): string {
    const position = line === undefined || column === undefined ? '' : `:${line}:${column}`
    const pointer = path === '' ? '' : ` ${colors.cyan(`${escapeText(path)}:`)}`
    return `${nameOf(file, position)}${pointer} ${escapeText(message)}`
  }
}
