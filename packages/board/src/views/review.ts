import { type Html, html } from '../html/html.ts'
import type { ArtifactValue } from '../parts/artifact-value.ts'
import { badge, show, showMore, showNotes } from '../parts/show.ts'
import { showFinding } from './finding.ts'
import { showOthers } from './table.ts'
import type { View } from './view.ts'

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info']

/** A review: its verdict, and its findings ranked by severity. */
export const reviewView: View = {
  contract: 'review.v1',
  show: (review, context) => {
    const findings = review.at('findings')
    return html`<p class="lead">${badge(review.at('verdict'))} ${show(review.at('target'))}</p>
      <p>${show(review.at('summary'))}</p>
      <h3>Findings ${showCounts(findings.items)}</h3>
      ${showNotes(findings)}
      ${[...findings.items].sort((a, b) => rankOf(a) - rankOf(b)).map((finding) => showFinding(finding, context))}
      ${findings.items.length === 0 && html`<p>None.</p>`} ${showMore(findings)}
      ${showOthers(review, context, ['verdict', 'target', 'summary', 'findings'])}`
  },
}

/** Unknown severities come last. */
function rankOf(finding: ArtifactValue): number {
  const rank = SEVERITIES.indexOf(finding.at('severity').text)
  return rank === -1 ? SEVERITIES.length : rank
}

const showCounts = (findings: readonly ArtifactValue[]): Html[] =>
  SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.at('severity').text === severity).length
    return count === 0 ? [] : [html`<span class="badge is-${severity}">${count} ${severity}</span> `]
  })
