import { html } from '../html/html.ts'
import { show } from '../parts/show.ts'
import { showOthers } from './table.ts'
import type { View } from './view.ts'

/** A fact outside of the memory. */
export const factView: View = {
  show: (fact, context) =>
    html`<p class="lead"><span class="id">${show(fact.at('id'))}</span> ${show(fact.at('title'))}</p>
      <p>${show(fact.at('body'))}</p>
      ${showOthers(fact, context, ['id', 'title', 'body'])}`,
  summarize: (fact) => ({
    title: fact.texts('id', 'title'),
    outcome: fact.at('type').text,
  }),
}
