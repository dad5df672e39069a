import { escapeText, type Violation } from '@workbench/contracts'
import picocolors from 'picocolors'

import { supportsColor, type CommandContext } from '../context.ts'
import { type Reporter, violationsOf } from './reporter.ts'
import { Summary } from './summary.ts'

/** Prints one line per violation, `file:line:column: /pointer: message`, and a summary. */
export function textReporter({ stdout, env }: CommandContext): Reporter {
  const colors = picocolors.createColors(supportsColor(stdout, env))
  const summary = new Summary()
  const lines: string[] = []
  // On a terminal the lines are printed at the end, because they would break up the progress bar.
  const isDeferred = stdout.isTTY === true
  return {
    add(result) {
      summary.add(result)
      for (const violation of violationsOf(result)) {
        const line = `${lineFor(result.file, violation)}\n`
        if (isDeferred) lines.push(line)
        else stdout.write(line)
      }
    },
    end() {
      for (const line of lines) stdout.write(line)
      stdout.write(`${summary.isClean ? colors.green(String(summary)) : colors.red(String(summary))}\n`)
    },
  }

  function lineFor(file: string, { path, message, line, column }: Violation): string {
    const position = line === undefined || column === undefined ? '' : `:${line}:${column}`
    const pointer = path === '' ? '' : ` ${colors.cyan(`${escapeText(path)}:`)}`
    return `${colors.bold(`${escapeText(file)}${position}:`)}${pointer} ${message}`
  }
}
