import { pathToFileURL } from 'node:url'

import type { Violation } from '@workbench/contracts'
import type { Log, Notification, ReportingDescriptor, Result as SarifResult } from 'sarif'

import manifest from '../../package.json' with { type: 'json' }
import type { CommandContext } from '../context.ts'
import { formatViolation, type Reporter, violationsOf } from './reporter.ts'

/**
 * Prints one SARIF 2.1.0 log for code scanning: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 * A keyword becomes a rule, a violation a result, an unreadable file a tool execution notification.
 */
export function sarifReporter({ stdout }: CommandContext): Reporter {
  const results: SarifResult[] = []
  const notifications: Notification[] = []
  return {
    add(result) {
      const { file, schema } = result
      if ('error' in result) {
        notifications.push({ level: 'error', message: { text: `${file} cannot be read: ${result.error}` } })
      }
      for (const violation of violationsOf(result)) results.push(sarifResult(file, schema, violation))
    },
    end() {
      stdout.write(`${JSON.stringify(log(results, notifications))}\n`)
    },
  }
}

const log = (results: SarifResult[], toolExecutionNotifications: Notification[]): Log => ({
  $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'workbench', semanticVersion: manifest.version, rules: rulesOf(results) } },
      columnKind: 'utf16CodeUnits',
      invocations: [
        { executionSuccessful: toolExecutionNotifications.length === 0, toolExecutionNotifications },
      ],
      results,
    },
  ],
})

const rulesOf = (results: readonly SarifResult[]): ReportingDescriptor[] =>
  [...new Set(results.map(({ ruleId = '' }) => ruleId))].sort().map((id) => ({
    id,
    shortDescription: { text: `The artifact violates the keyword "${id}" of its contract` },
    defaultConfiguration: { level: 'error' },
  }))

function sarifResult(file: string, schema: string, violation: Violation): SarifResult {
  const { path, keyword, expected, received, schemaPath, suggestion, line, column } = violation
  return {
    ruleId: keyword,
    level: 'error',
    message: { text: formatViolation(violation) },
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
