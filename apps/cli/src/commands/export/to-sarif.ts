import { escapeText, type FindingV1 } from '@workbench/contracts'
import type { Log, ReportingDescriptor, Result } from 'sarif'

import manifest from '../../../package.json' with { type: 'json' }
import { toJson } from '../../output/write.ts'
import { SARIF_SCHEMA, uriOf } from '../../reporters/sarif.ts'
import type { ExportedFinding } from './exported-finding.ts'

/** By severity: the level, and the score of GitHub for findings of security. */
const LEVELS: Readonly<
  Record<FindingV1['severity'], readonly ['error' | 'warning' | 'note', score: string]>
> = {
  critical: ['error', '9.5'],
  high: ['error', '8.0'],
  medium: ['warning', '5.5'],
  low: ['note', '3.0'],
  info: ['note', '0.0'],
}

/** The findings as one SARIF 2.1.0 log: a category with a severity is a rule, because GitHub reads the score from it. */
export function toSarif(findings: readonly ExportedFinding[]): string {
  const rules = new Map(findings.map((exported) => [ruleIdOf(exported), ruleOf(exported)]))
  const log: Log = {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'workbench findings',
            semanticVersion: manifest.version,
            rules: [...rules.values()],
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map(resultOf),
      },
    ],
  }
  return `${toJson(log)}\n`
}

const ruleIdOf = ({ finding, help }: ExportedFinding): string =>
  escapeText([finding.category ?? 'finding', finding.severity, help].filter(Boolean).join(' '))

const isSecurity = ({ category = '', standard = '' }: FindingV1): boolean =>
  /security|vulnerab/i.test(category) || /\bCWE-\d+\b/i.test(standard)

function ruleOf(exported: ExportedFinding): ReportingDescriptor {
  const { finding, help } = exported
  const [level, score] = LEVELS[finding.severity]
  const text = escapeText(`${finding.category ?? 'Finding'} of severity ${finding.severity}`)
  return {
    id: ruleIdOf(exported),
    shortDescription: { text },
    fullDescription: { text },
    help: { text: escapeText(finding.standard ?? text) },
    ...(help !== undefined && { helpUri: help }),
    defaultConfiguration: { level },
    properties: isSecurity(finding) ? { tags: ['security'], 'security-severity': score } : {},
  }
}

function resultOf(exported: ExportedFinding): Result {
  const { finding, file, line, excerpt, fingerprint } = exported
  const { title, summary, failureScenario, remediation, id, confidence } = finding
  const texts = [`${title}: ${summary}`, failureScenario, ...(remediation === undefined ? [] : [remediation])]
  const snippet = excerpt === undefined ? {} : { snippet: { text: escapeText(excerpt) } }
  return {
    ruleId: ruleIdOf(exported),
    level: LEVELS[finding.severity][0],
    message: { text: escapeText(texts.join(' ')) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          ...(line !== undefined && { region: { startLine: line, ...snippet } }),
        },
      },
    ],
    partialFingerprints: { 'findingHash/v1': fingerprint },
    properties: { id, confidence },
  }
}
