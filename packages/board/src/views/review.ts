import { isObject } from '@workbench/contracts'

import { type Html, html } from '../html/html.ts'
import { SEVERITIES, severityRank, severityTone, toneOf, worst } from '../model/summary.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { show, showMore, showNotes } from '../parts/show.ts'
import { showFinding } from './finding.ts'
import type { View } from './view.ts'

/** A review: its verdict, and its findings ranked by severity. */
export const reviewView: View = {
  head: { badges: ['verdict'], title: 'target' },
  show: (review, context) => {
    const findings = review.at('findings')
    return html`<p>${show(review.at('summary'))}</p>
      <h3>Findings ${showCounts(findings)}</h3>
      ${showNotes(findings)}
      ${[...findings.items].sort((a, b) => rankOf(a) - rankOf(b)).map((finding) => showFinding(finding, context))}
      ${findings.items.length === 0 && html`<p>None.</p>`} ${showMore(findings)}`
  },
  shown: ['summary', 'findings'],
  summarize: (review) => {
    const verdict = review.at('verdict').text
    const findings = countSeverities(
      review.at('findings'),
      (finding) => !('verdict' in finding && finding.verdict === 'refuted'),
    )
    const [severity = ''] = findings.keys()
    const highest = review
      .at('findings')
      .items.find((item) => item.at('severity').text === severity && item.at('verdict').text !== 'refuted')
    return {
      title: [review.texts('target'), highest?.texts('id', 'title')].filter(Boolean).join(': '),
      outcome: [verdict, ...Array.from(findings, ([name, count]) => `${count} ${name}`)]
        .filter(Boolean)
        .join(', '),
      tone: worst(toneOf(verdict, TONES), severityTone(severity)),
      verdict,
      severity,
      findings,
      keywords: review
        .at('findings')
        .items.map((finding) => finding.texts('id', 'title'))
        .join(' '),
    }
  },
  block: 'block',
}

const TONES = { pass: 'good', 'pass-with-comments': 'warn', block: 'bad' } as const

const rankOf = (finding: ArtifactValue): number => severityRank(finding.at('severity').text)

/** Of all findings, also of those that a page does not show. The highest severity first; without those that none has. */
function countSeverities(
  findings: ArtifactValue,
  isCounted = (_finding: object) => true,
): ReadonlyMap<string, number> {
  const list: readonly unknown[] = Array.isArray(findings.value) ? findings.value : []
  const found = list
    .filter(isObject)
    .filter(isCounted)
    .map(({ severity }) => severity)
  return new Map(
    SEVERITIES.flatMap((severity) => {
      const count = found.filter((other) => other === severity).length
      return count === 0 ? [] : [[severity, count] as const]
    }),
  )
}

const showCounts = (findings: ArtifactValue): Html[] =>
  Array.from(
    countSeverities(findings),
    ([severity, count]) => html`<span class="badge is-${severity}">${count} ${severity}</span> `,
  )
