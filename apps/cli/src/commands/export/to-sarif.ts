import { escapeText, type FindingV1 } from '@workbench/contracts'
import { citationsIn, digestOf } from '@workbench/workspace'
import type { ReportingDescriptor, Result } from 'sarif'

import { toJson } from '../../output/write.ts'
import { sarifLog, sarifRule, uriOf } from '../../reporters/sarif.ts'
import { type ExportedFinding, linesOf, SEVERITIES } from './exported-finding.ts'

/** The findings as one SARIF 2.1.0 log: a category with a severity is a rule, because GitHub reads the score from it. */
export function toSarif(findings: readonly ExportedFinding[]): string {
  const rules = new Map(findings.map(({ finding }) => [ruleIdOf(finding), ruleOf(finding)]))
  const log = sarifLog('workbench findings', [...rules.values()], { results: withFingerprints(findings) })
  return `${toJson(log)}\n`
}

const ruleIdOf = (finding: FindingV1): string =>
  escapeText([finding.category ?? 'finding', finding.severity, helpOf(finding)].filter(Boolean).join(' '))

const CWE = /\bCWE-(\d+)\b/i

/** An address that explains a finding. */
function helpOf({ standard = '', evidence = [] }: FindingV1): string | undefined {
  const cwe = CWE.exec(standard)?.[1]
  if (cwe !== undefined) return `https://cwe.mitre.org/data/definitions/${cwe}.html`
  const urls = evidence.flatMap(({ kind, ref }) =>
    kind === 'url' && URL.canParse(ref) ? new URL(ref).href : [],
  )
  return urls.find((url) => URI.test(url))
}

/** A web address as RFC 3986 has it. The URL standard leaves some other characters as they are. */
const URI = /^https?:\/\/(?:[\w.~:/?#@!$&'()*+,;=-]|%[\da-f]{2})+$/i

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
  const { evidence = [] } = finding
  const text = `${title}: ${summary} ${failureScenario} ${remediation}`.trim()
  const excerpt = evidence.find(({ kind, ref }) => kind === 'file' && isAt(finding, ref))?.excerpt
  const snippet = excerpt === undefined ? {} : { snippet: { text: linesOf(excerpt).join('\n') } }
  const region = line === undefined ? {} : { region: { startLine: line, ...snippet } }
  return {
    ruleId: ruleIdOf(finding),
    level: SEVERITIES[severity].level,
    // SARIF 2.1.0, section 3.11.6: a bracket before `](` would start a link.
    message: {
      text: linesOf(text)
        .join('\n')
        .replaceAll(/\[(?=[^\]\n]*\]\()/g, String.raw`\[`),
    },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...region } }],
    properties: { id, confidence },
  }
}

/** Whether a reference leads to the place that a finding is about. */
function isAt({ location: { file = '', line = 0 } = {} }: FindingV1, ref: string): boolean {
  const paths = citationsIn(file, '/').map(({ path }) => path)
  return citationsIn(ref, '/').some(
    ({ path, lines: [first, last] = [line, line] }) => paths.includes(path) && first <= line && line <= last,
  )
}

/** The same if the line moves, and for another wording of the summary; another one for each that is otherwise the same. */
function withFingerprints(findings: readonly ExportedFinding[]): Result[] {
  const counts = new Map<string, number>()
  return findings.map((exported) => {
    const { file, finding } = exported
    const parts = [file, finding.category ?? '', finding.title]
    const identity = JSON.stringify(parts.map((part) => part.toLowerCase().replaceAll(/\s+/g, ' ').trim()))
    const count = counts.get(identity) ?? 0
    counts.set(identity, count + 1)
    const fingerprint = digestOf(count === 0 ? identity : `${identity}${count}`)
    return { ...resultOf(exported), partialFingerprints: { 'findingHash/v1': fingerprint } }
  })
}
