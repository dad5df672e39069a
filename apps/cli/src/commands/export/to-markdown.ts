import { escapeText, type FindingV1 } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import type { ExportedFinding } from './exported-finding.ts'

/** GitHub takes comments of 65,536 characters. */
const MAX_LENGTH = 60_000

const SEVERITIES: readonly FindingV1['severity'][] = ['critical', 'high', 'medium', 'low', 'info']

/** The findings as one comment with a table, the most severe first. */
export function toMarkdown(findings: readonly ExportedFinding[]): string {
  if (findings.length === 0) return 'No findings.\n'
  const rankOf = ({ finding }: ExportedFinding) => SEVERITIES.indexOf(finding.severity)
  const rows = findings.toSorted((a, b) => rankOf(a) - rankOf(b)).map(rowOf)
  const head = `${pluralize(findings.length, 'finding')}\n\n| Severity | Finding | Location | Confidence |\n| --- | --- | --- | --- |\n`
  let length = head.length
  const fits = rows.findIndex((row) => (length += row.length) > MAX_LENGTH)
  const shown = fits === -1 ? rows : rows.slice(0, fits)
  const more = rows.length - shown.length
  return `${head}${shown.join('')}${more > 0 ? `\n… and ${more} more\n` : ''}`
}

const rowOf = ({ finding, file, line }: ExportedFinding): string => {
  const { severity, title, summary, remediation, confidence } = finding
  const about = [
    `**${cell(title)}**`,
    cell(summary),
    ...(remediation === undefined ? [] : [cell(remediation)]),
  ]
  const location = `${cell(file)}${line === undefined ? '' : `:${line}`}`
  return `| ${severity} | ${about.join('<br>')} | ${location} | ${cell(confidence)} |\n`
}

/** A text of an artifact, without markup, links and mentions. */
const cell = (text: string): string =>
  escapeText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_{}[\]()#|!~>]/g, String.raw`\$&`)
    .replaceAll(/@(?=\w)|(?<=https?):(?=\/\/)/g, '$&\u200b')
