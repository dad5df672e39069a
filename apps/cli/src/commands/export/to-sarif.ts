import { escapeText, type FindingV1 } from '@workbench/contracts'
import type { ReportingDescriptor, Result } from 'sarif'

import { toJson } from '../../output/write.ts'
import { sarifLog, sarifRule, uriOf } from '../../reporters/sarif.ts'
import { type ExportedFinding, linesOf, SEVERITIES } from './exported-finding.ts'

/** The findings as one SARIF 2.1.0 log: a category with a severity is a rule, because GitHub reads the score from it. */
export function toSarif(findings: readonly ExportedFinding[]): string {
  const rules = new Map(findings.map((exported) => [ruleIdOf(exported), ruleOf(exported)]))
  const log = sarifLog('workbench findings', [...rules.values()], { results: findings.map(resultOf) })
  return `${toJson(log)}\n`
}

const ruleIdOf = ({ finding, help }: ExportedFinding): string =>
  escapeText([finding.category ?? 'finding', finding.severity, help].filter(Boolean).join(' '))

const isSecurity = ({ category = '', standard = '' }: FindingV1): boolean =>
  /security|vulnerab/i.test(category) || /\bCWE-\d+\b/i.test(standard)

function ruleOf(exported: ExportedFinding): ReportingDescriptor {
  const { finding, help } = exported
  const { category = 'Finding', severity, standard } = finding
  const { level, score } = SEVERITIES[severity]
  const text = escapeText(`${category} of severity ${severity}`)
  return {
    ...sarifRule(ruleIdOf(exported), level, text, standard === undefined ? text : escapeText(standard)),
    ...(help !== undefined && { helpUri: help }),
    properties: isSecurity(finding) ? { tags: ['security'], 'security-severity': score } : {},
  }
}

function resultOf(exported: ExportedFinding): Result {
  const { finding, file, line, excerpt, fingerprint } = exported
  const { title, summary, failureScenario, remediation = '', id, confidence, severity } = finding
  const text = `${title}: ${summary} ${failureScenario} ${remediation}`.trim()
  const snippet = excerpt === undefined ? {} : { snippet: { text: linesOf(excerpt).join('\n') } }
  const region = line === undefined ? {} : { region: { startLine: line, ...snippet } }
  return {
    ruleId: ruleIdOf(exported),
    level: SEVERITIES[severity].level,
    message: { text: linesOf(text).join('\n') },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...region } }],
    partialFingerprints: { 'findingHash/v1': fingerprint },
    properties: { id, confidence },
  }
}
