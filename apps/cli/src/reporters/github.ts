import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'

import { escapeText, pluralize } from '@workbench/contracts'

import type { CommandContext } from '../context.ts'
import { withoutLegacyCommands } from '../output/workflow-commands.ts'
import { writeText } from '../output/write.ts'
import { formatViolation, moreOf, type Reporter, type ReporterOptions, violationsOf } from './reporter.ts'
import { Summary } from './summary.ts'

/**
 * Prints a GitHub Actions `error` workflow command for each violation. GitHub shows it as an annotation of the line.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function githubReporter({ stdout }: CommandContext, { isQuiet }: ReporterOptions): Reporter {
  const summary = new Summary()
  return {
    add(result) {
      summary.add(result)
      const { file, schema } = result
      if ('error' in result) {
        stdout.write(workflowCommand({ file, title: schema }, `could not be validated: ${result.error}`))
      }
      for (const { path, keyword, message, line, column } of violationsOf(result)) {
        const properties = {
          file,
          line,
          col: column,
          title: schema === undefined ? keyword : `${schema} ${keyword}`,
        }
        stdout.write(workflowCommand(properties, formatViolation({ path, message })))
      }
      const more = moreOf(result)
      if (more > 0) {
        const message = `… and at least ${pluralize(more, 'more violation')}`
        stdout.write(workflowCommand({ file, title: schema }, message))
      }
    },
    end() {
      if (!isQuiet) writeText(stdout, `${String(summary)}\n`)
    },
  }
}

/**
 * A GitHub Actions `error` workflow command. Properties that are undefined are omitted. The properties and the message are
 * foreign text: GitHub decodes `%0A`, so line breaks are escaped visibly too.
 */
export function workflowCommand(
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const list = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escaped(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`)
  return `::error ${list.join(',')}::${escaped(message)}\n`
}

const escaped = (text: string): string => withoutLegacyCommands(escapeText(text)).replaceAll('%', '%25')

/**
 * The path that GitHub expects in an annotation: relative to the repository, which is assumed to be the current
 * directory, and with symbolic links resolved.
 */
export const pathInRepository = (directory: string, name: string, cwd: string): string =>
  relative(realpathSync(cwd), join(realpathSync(directory), name))
