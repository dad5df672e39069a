import { type Html, html } from '../html/html.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { badge, show, showBullets, showMore, showNotes } from '../parts/show.ts'
import { showOthers } from './table.ts'
import type { View } from './view.ts'

const SHOWN = ['number', 'title', 'status', 'date', 'context', 'options', 'decision', 'consequences']

/** A decision: its context, the options side by side, what was decided, and what follows. */
export const adrView: View = {
  show: (adr, context) =>
    html`<p class="lead">
        ${badge(adr.at('status'))}
        <span class="id">ADR ${show(adr.at('number'))}</span> ${show(adr.at('title'))},
        ${show(adr.at('date'))}
      </p>
      <h3>Context</h3>
      <p>${show(adr.at('context'))}</p>
      <h3>Options</h3>
      ${showNotes(adr.at('options'))}
      <div class="options">${adr.at('options').items.map(showOption)}</div>
      ${showMore(adr.at('options'))}
      <h3>Decision</h3>
      <p>${show(adr.at('decision'))}</p>
      ${
        adr.at('consequences').isShown &&
        html`<h3>Consequences</h3>
          ${show(adr.at('consequences'))}`
      }
      ${showOthers(adr, context, SHOWN)}`,
  summarize: (adr) => ({
    title: `ADR ${adr.at('number').text} ${adr.at('title').text}`,
    outcome: adr.at('status').text,
  }),
  tones: { accepted: 'good', proposed: 'warn' },
}

function showOption(option: ArtifactValue): Html {
  if (option.names.length === 0) return html`<article>${show(option)}</article>`
  const others = option.names.filter((name) => !['name', 'pros', 'cons'].includes(name))
  return html`<article>
    <h4>${show(option.at('name'))}</h4>
    ${showNotes(option)} ${showSide('For', option.at('pros'))} ${showSide('Against', option.at('cons'))}
    ${others.map((name) => html`<p><strong>${name}</strong>: ${show(option.at(name))}</p>`)}
  </article>`
}

const showSide = (heading: string, side: ArtifactValue): Html | false =>
  side.isShown &&
  html`<h5>${heading}</h5>
    ${showNotes(side)} ${showBullets(side)}`
