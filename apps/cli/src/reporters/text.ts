import { escapeControlCharacters, type Violation } from '@workbench/contracts'
import picocolors from 'picocolors'

import { supportsColor, type CommandContext } from '../context.ts'
import { type Reporter, violationsOf } from './reporter.ts'
import { Summary } from './summary.ts'

/** For people: a line a violation, as `file:line:column: /pointer message`, and a summary. */
export function textReporter({ stdout, env }: CommandContext): Reporter {
  const colours = picocolors.createColors(supportsColor(stdout, env))
  const summary = new Summary()
  const lines: string[] = []
  // A progress bar on the same terminal would be torn by lines that come while it moves.
  const holdsBack = stdout.isTTY === true
  return {
    add(result) {
      summary.add(result)
      for (const violation of violationsOf(result)) {
        const line = `${lineFor(result.file, violation)}\n`
        if (holdsBack) lines.push(line)
        else stdout.write(line)
      }
    },
    end() {
      for (const line of lines) stdout.write(line)
      stdout.write(`${summary.isClean ? colours.green(String(summary)) : colours.red(String(summary))}\n`)
    },
  }

  function lineFor(file: string, { path, message, line, column }: Violation): string {
    const position = line === undefined || column === undefined ? '' : `:${line}:${column}`
    const pointer = path === '' ? '' : ` ${colours.cyan(`${escapeControlCharacters(path)}:`)}`
    return `${colours.bold(`${escapeControlCharacters(file)}${position}:`)}${pointer} ${message}`
  }
}
