import { escapeText } from '@workbench/contracts'

import { withoutLegacyCommands } from '../output/workflow-commands.ts'
import { writeText } from '../output/write.ts'
import { problemsIn, type Reporter, type Result } from './reporter.ts'
import { formatSummary } from './summary.ts'

/**
 * Prints a GitHub Actions `error` workflow command for each violation. GitHub shows it as an annotation of the line.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export const reportToGithub: Reporter = (results, { stdout }, { isQuiet }) => {
  for (const result of results) for (const command of commandsFor(result)) stdout.write(command)
  if (!isQuiet) writeText(stdout, `${formatSummary(results)}\n`)
}

function commandsFor(result: Result): string[] {
  const { file, schema } = result
  return problemsIn(result).map(({ keyword, line, column: col, message }) => {
    const title = [schema, keyword].filter(Boolean).join(' ') || undefined
    return workflowCommand({ file, line, col, title }, message)
  })
}

/**
 * A GitHub Actions workflow command for an annotation. Properties that are undefined are omitted. The properties and the message are
 * foreign text: GitHub decodes `%0A`, so line breaks are escaped visibly too.
 */
export function workflowCommand(
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
  level: 'error' | 'warning' | 'notice' = 'error',
): string {
  const list = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escaped(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`)
  return `::${level} ${list.join(',')}::${escaped(message)}\n`
}

const escaped = (text: string): string => withoutLegacyCommands(escapeText(text)).replaceAll('%', '%25')
