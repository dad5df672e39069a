import { pathToFileURL } from 'node:url'

import { escapeText, pluralize, type Violation } from '@workbench/contracts'
import type { Notification, ReportingDescriptor, Result as SarifResult, Run } from 'sarif'

import manifest from '../../package.json' with { type: 'json' }
import type { CommandContext } from '../context.ts'
import { toJson } from '../output/write.ts'
import { formatViolation, moreOf, type Reporter, violationsOf } from './reporter.ts'

/**
 * Prints one SARIF 2.1.0 log for code scanning: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 * A keyword becomes a rule, a violation a result, an unreadable file a tool execution notification.
 */
export function sarifReporter({ stdout }: CommandContext): Reporter {
  const notifications: Notification[] = []
  const keywords = new Set<string>()
  let prefix = START
  return {
    add(result) {
      const { file, schema } = result
      if ('error' in result) notify('error', `${file} could not be validated: ${result.error}`)
      for (const violation of violationsOf(result)) {
        keywords.add(violation.keyword)
        stdout.write(`${prefix}${toJson(sarifResult(file, schema, violation))}`)
        prefix = ','
      }
      const more = moreOf(result)
      if (more > 0) notify('warning', `${file} has at least ${pluralize(more, 'more violation')}`)
    },
    end() {
      const rest = toJson(runWithoutResults(keywords, notifications)).slice(1)
      stdout.write(`${prefix === START ? START : ''}],${rest}]}\n`)
    },
  }

  function notify(level: 'warning' | 'error', text: string): void {
    notifications.push({ level, message: { text: escapeText(text) } })
  }
}

/** The log up to the first result. Results come first and are streamed, because there may be more than fit into memory. */
const START = `{"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json","version":"2.1.0","runs":[{"results":[`

const runWithoutResults = (
  keywords: ReadonlySet<string>,
  toolExecutionNotifications: Notification[],
): Run => ({
  tool: { driver: { name: 'workbench', semanticVersion: manifest.version, rules: rulesOf(keywords) } },
  columnKind: 'utf16CodeUnits',
  invocations: [
    {
      executionSuccessful: toolExecutionNotifications.every(({ level }) => level !== 'error'),
      toolExecutionNotifications,
    },
  ],
})

const rulesOf = (keywords: ReadonlySet<string>): ReportingDescriptor[] =>
  [...keywords].sort().map((id) => ({
    id,
    shortDescription: { text: `The artifact violates the keyword "${id}" of its contract` },
    defaultConfiguration: { level: 'error' },
  }))

function sarifResult(file: string, schema: string | undefined, violation: Violation): SarifResult {
  const { path, keyword, expected, received, schemaPath, suggestion, line, column } = violation
  return {
    ruleId: keyword,
    level: 'error',
    message: { text: escapeText(formatViolation(violation)) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          ...(line !== undefined &&
            column !== undefined && { region: { startLine: line, startColumn: column } }),
        },
        logicalLocations: [{ fullyQualifiedName: path, kind: 'member' }],
      },
    ],
    properties: { contract: schema, schemaPath, expected, received, suggestion },
  }
}

/** A relative path stays relative, so that the log is portable to other machines. */
const uriOf = (file: string): string =>
  file.startsWith('/')
    ? pathToFileURL(file).href
    : file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
