import { escapeText, type FindingV1 } from '@workbench/contracts'
import { digestOf } from '@workbench/workspace'
import type { ReportingDescriptor, Result } from 'sarif'

import { toJson } from '../../output/write.ts'
import { sarifLog, sarifRule, uriOf } from '../../reporters/sarif.ts'
import { type ExportedFinding, fileOf, linesOf, SEVERITIES } from './exported-finding.ts'

/** The findings as one SARIF 2.1.0 log: a category with a severity is a rule, because GitHub reads the score from it. */
export function toSarif(findings: readonly ExportedFinding[]): string {
  const rules = new Map(findings.map(({ finding }) => [ruleIdOf(finding), ruleOf(finding)]))
  const log = sarifLog('workbench findings', [...rules.values()], { results: findings.map(resultOf) })
  return `${toJson(log)}\n`
}

const ruleIdOf = (finding: FindingV1): string =>
  escapeText([finding.category ?? 'finding', finding.severity, helpOf(finding)].filter(Boolean).join(' '))

const CWE = /\bCWE-(\d+)\b/i

/** An address that explains a finding. */
function helpOf({ standard = '', evidence = [] }: FindingV1): string | undefined {
  const cwe = CWE.exec(standard)?.[1]
  if (cwe !== undefined) return `https://cwe.mitre.org/data/definitions/${cwe}.html`
  return evidence.find(({ kind, ref }) => kind === 'url' && /^https?:\/\/\S+$/.test(ref))?.ref
}

function ruleOf(finding: FindingV1): ReportingDescriptor {
  const { category = 'Finding', severity, standard = '' } = finding
  const { level, score } = SEVERITIES[severity]
  const text = escapeText(`${category} of severity ${severity}`)
  const help = helpOf(finding)
  const isSecurity = /security|vulnerab/i.test(category) || CWE.test(standard)
  return {
    ...sarifRule(ruleIdOf(finding), level, text, standard === '' ? text : escapeText(standard)),
    ...(help !== undefined && { helpUri: help }),
    properties: isSecurity ? { tags: ['security'], 'security-severity': score } : {},
  }
}

function resultOf({ finding, file, line }: ExportedFinding): Result {
  const { title, summary, failureScenario, remediation = '', id, confidence, severity } = finding
  const { evidence = [], category = '' } = finding
  const text = `${title}: ${summary} ${failureScenario} ${remediation}`.trim()
  const excerpt = evidence.find(({ kind, ref }) => kind === 'file' && ref.includes(fileOf(finding)))?.excerpt
  const snippet = excerpt === undefined ? {} : { snippet: { text: linesOf(excerpt).join('\n') } }
  const region = line === undefined ? {} : { region: { startLine: line, ...snippet } }
  // The same if the line moves, and for another wording of the summary.
  const identity = [file, category, title].map((part) => part.toLowerCase().replaceAll(/\s+/g, ' ').trim())
  return {
    ruleId: ruleIdOf(finding),
    level: SEVERITIES[severity].level,
    message: { text: linesOf(text).join('\n') },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...region } }],
    partialFingerprints: { 'findingHash/v1': digestOf(JSON.stringify(identity)) },
    properties: { id, confidence },
  }
}
