import { pathToFileURL } from 'node:url'

import { escapeText, type Violation } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import type { Log, Notification, ReportingDescriptor, Result as SarifResult, Run } from 'sarif'

import manifest from '../../package.json' with { type: 'json' }
import { toJson } from '../output/write.ts'
import { formatViolation, type Reporter, type Result } from './reporter.ts'

/**
 * Prints one SARIF 2.1.0 log for code scanning: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 * A keyword becomes a rule, a violation a result, an unreadable file a tool execution notification.
 */
export const reportSarif: Reporter = (results, { stdout }) => {
  const log = sarifLog('workbench', rulesOf(results), {
    invocations: [
      {
        executionSuccessful: !results.some(({ error }) => error !== undefined),
        toolExecutionNotifications: results.flatMap(notificationsFor),
      },
    ],
    results: results.flatMap(({ file, schema, violations }) =>
      violations.map((violation) => sarifResult(file, schema, violation)),
    ),
  })
  stdout.write(`${toJson(log)}\n`)
}

/** A log of one run of a tool. */
export const sarifLog = (name: string, rules: ReportingDescriptor[], run: Omit<Run, 'tool'>): Log => ({
  $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name, semanticVersion: manifest.version, rules } },
      columnKind: 'utf16CodeUnits',
      ...run,
    },
  ],
})

function notificationsFor({ file, error, more = 0 }: Result): Notification[] {
  const notify = (level: 'warning' | 'error', text: string): Notification[] => [
    { level, message: { text: escapeText(`${file} ${text}`) } },
  ]
  if (error !== undefined) return notify('error', `could not be validated: ${error}`)
  return more > 0 ? notify('warning', `has at least ${pluralize(more, 'more violation')}`) : []
}

const rulesOf = (results: readonly Result[]): ReportingDescriptor[] =>
  [...new Set(results.flatMap(({ violations }) => violations).map(({ keyword }) => keyword))]
    .sort()
    .map(ruleOf)

const ruleOf = (id: string): ReportingDescriptor =>
  sarifRule(
    id,
    'error',
    `The artifact violates the keyword "${id}" of its contract`,
    'Change the artifact as the message says. "workbench contracts show" prints the contract.',
  )

/** GitHub requires both descriptions and the help. */
export const sarifRule = (
  id: string,
  level: 'error' | 'warning' | 'note',
  text: string,
  help = text,
): ReportingDescriptor => ({
  id,
  shortDescription: { text },
  fullDescription: { text },
  help: { text: help },
  defaultConfiguration: { level },
})

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
export const uriOf = (file: string): string =>
  file.startsWith('/')
    ? pathToFileURL(file).href
    : file.replaceAll('\\', '/').split('/').map(encoded).join('/')

/** A surrogate without its other half has no encoding; a buffer replaces it. */
const encoded = (segment: string): string => encodeURIComponent(String(Buffer.from(segment)))
