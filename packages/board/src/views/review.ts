import { type Html, html } from '../html/html.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { countSeverities, severityRank, severityTone, toneOf, worst } from '../model/summary.ts'
import { showMore, showNotes } from '../parts/show.ts'
import { findingView } from './finding.ts'
import { showView, type View, type ViewContext } from './view.ts'

const TONES = { pass: 'good', 'pass-with-comments': 'warn', block: 'bad' } as const

/** A review: its findings are ranked by severity. */
export const reviewView: View = {
  badges: ['verdict'],
  title: ['target'],
  members: { findings: showFindings },
  block: 'block',
  summarize: (review) => {
    const verdict = review.at('verdict').text
    const all = review.at('findings')
    const findings = countSeverities(Array.isArray(all.value) ? all.value : [])
    const [severity = ''] = findings.keys()
    const highest = all.items.find((item) => !isRefuted(item) && item.at('severity').text === severity)
    const counts = Array.from(findings, ([name, count]) => `${count} ${name}`)
    return {
      title: [review.texts('target'), highest?.texts('id', 'title')].filter(Boolean).join(': '),
      outcome: [verdict, ...counts].filter(Boolean).join(', '),
      tone: worst(toneOf(verdict, TONES), severityTone(severity)),
      verdict,
      severity,
      findings,
      keywords: all.items.map((finding) => finding.texts('id', 'title')).join(' '),
    }
  },
}

const isRefuted = (finding: ArtifactValue): boolean => finding.at('verdict').text === 'refuted'

const rankOf = (finding: ArtifactValue): number => severityRank(finding.at('severity').text)

function showFindings(findings: ArtifactValue, context: ViewContext): Html {
  return html`${[...findings.items]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map(
      (finding) =>
        html`<article class="finding">
          ${showView(finding, findingView, context)} ${showNotes(finding)}
        </article>`,
    )}
  ${showMore(findings)}`
}
