import { html } from '../html/html.ts'
import { badge, show } from '../parts/show.ts'
import { showOthers } from './table.ts'
import type { View } from './view.ts'

/** A decision: its context, the options, what was decided, and what follows. */
export const adrView: View = {
  show: (adr, context) =>
    html`<p class="lead">
        ${badge(adr.at('status'))}
        <span class="id">ADR ${show(adr.at('number'))}</span> ${show(adr.at('title'))},
        ${show(adr.at('date'))}
      </p>
      ${showOthers(adr, context, ['number', 'title', 'status', 'date'])}`,
  summarize: (adr) => ({
    title: `ADR ${adr.at('number').text} ${adr.at('title').text}`,
    outcome: adr.at('status').text,
  }),
  tones: { accepted: 'good', proposed: 'warn' },
}
