import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import { severityTone } from '../model/summary.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { showSourceLink } from '../parts/source-link.ts'
import { show, showMore, showNotes } from '../parts/show.ts'
import { showHead, showOthers } from './show-head.ts'
import type { View, ViewContext } from './view.ts'

const HEAD = { badges: ['severity', 'verdict'], id: 'id', title: 'title' }
const SHOWN = ['location', 'summary', 'failureScenario', 'remediation', 'evidence']

/** One finding: severity, location, what happens, what to do, and the evidence. */
export const findingView: View = {
  head: HEAD,
  show: (finding, context) =>
    html`<h3 class="hidden">Details</h3>
      ${showBody(finding, context)}`,
  shown: SHOWN,
  summarize: (finding) => {
    const [severity, verdict] = [finding.at('severity').text, finding.at('verdict').text]
    return {
      outcome: [severity, verdict].filter(Boolean).join(', '),
      tone: verdict === 'refuted' ? 'none' : severityTone(severity),
      verdict,
      severity,
    }
  },
}

/** A finding of a review. */
export const showFinding = (finding: ArtifactValue, context: ViewContext): Html =>
  html`<article class="finding">
    <h3>${showHead(finding, HEAD)}</h3>
    ${showNotes(finding)} ${showBody(finding, context)}
    ${showOthers(finding, undefined, ['schema', 'producedBy', ...HEAD.badges, HEAD.id, HEAD.title, ...SHOWN])}
  </article>`

function showBody(finding: ArtifactValue, context: ViewContext): Html {
  return html`${showLocation(finding.at('location'), context)}
  ${paragraph('What is wrong', finding.at('summary'))}
  ${paragraph('How it does harm', finding.at('failureScenario'))}
  ${paragraph('Remediation', finding.at('remediation'))} ${showEvidence(finding.at('evidence'), context)}`
}

const paragraph = (heading: string, text: ArtifactValue): Html | false =>
  text.isShown &&
  html`<h4>${heading}</h4>
    <p>${show(text)}</p>`

function showLocation(location: ArtifactValue, { links }: ViewContext): Html | false {
  if (!location.isShown) return false
  const [file, line, component] = ['file', 'line', 'component'].map((name) => location.at(name))
  if (!file?.isShown || !line || !component) return html`<p class="location">${show(location)}</p>`
  return html`<p class="location">
    ${showSourceLink(file.text, line.text, links)}
    ${component.text !== '' && html`in <strong>${component.text}</strong>`}
    ${[location, file, line, component].map(showNotes)}
  </p>`
}

function showReference(item: ArtifactValue, links: Links): Html {
  const ref = item.at('ref')
  const [, file = '', line = ''] = /^(\S+?)(?::(\d+)(?:[-:]\d+)?)?$/.exec(ref.text) ?? []
  return item.at('kind').text === 'file' && file !== '' && ref.notes.length === 0
    ? showSourceLink(file, line, links, ref.text)
    : html`<code>${show(ref)}</code>`
}

/** What shows that a statement is true: files, commands, measurements. */
function showEvidence(evidence: ArtifactValue, { links }: ViewContext): Html | false {
  if (!evidence.isShown) return false
  return html`<h4>Evidence</h4>
    ${showNotes(evidence)}
    <ul class="evidence">
      ${evidence.items.map((item) =>
        item.names.length === 0
          ? html`<li>${show(item)}</li>`
          : html`<li>
              <span class="kind">${show(item.at('kind'))}</span> ${showReference(item, links)}
              ${showNotes(item)} ${item.at('excerpt').isShown && html`<pre>${show(item.at('excerpt'))}</pre>`}
            </li>`,
      )}
    </ul>
    ${showMore(evidence)}`
}
