import { pluralize } from '@workbench/contracts/internal'

import { type ExportedFinding, linesOf, SEVERITIES } from './exported-finding.ts'

/** GitHub takes comments of 65,536 characters. */
const MAX_LENGTH = 60_000
const MAX_CELL_LENGTH = 4000

/** The findings as one comment with a table, the most severe first. */
export function toMarkdown(findings: readonly ExportedFinding[]): string {
  if (findings.length === 0) return 'No findings.\n'
  const rows = Object.keys(SEVERITIES).flatMap((severity) =>
    findings.filter(({ finding }) => finding.severity === severity).map(rowOf),
  )
  const head = `${pluralize(findings.length, 'finding')}\n\n| Severity | Finding | Location | Confidence |\n| --- | --- | --- | --- |\n`
  let left = MAX_LENGTH - head.length
  const shown = rows.filter((row) => row.length <= left && (left -= row.length) >= 0)
  const more = rows.length - shown.length
  return `${head}${shown.join('')}${more > 0 ? `\n… and ${more} more\n` : ''}`
}

function rowOf({ finding, file, line }: ExportedFinding): string {
  const { severity, title, summary, remediation = '', confidence } = finding
  const about = [`**${cell(title)}**`, cell(summary), cell(remediation)].filter((text) => text !== '')
  const location = line === undefined ? cell(file) : `${cell(file)}:${line}`
  return `| ${severity} | ${about.join('<br>')} | ${location} | ${cell(confidence)} |\n`
}

/** A text of an artifact, without markup, links and mentions. */
const cell = (text: string): string =>
  linesOf(text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH)}…` : text)
    .map((line) =>
      line
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll(/[\\`*_{}[\]()#|!~>]/g, String.raw`\$&`)
        .replaceAll(/@(?=\w)|(?<=https?):(?=\/\/)/g, '$&\u200b'),
    )
    .join('<br>')
