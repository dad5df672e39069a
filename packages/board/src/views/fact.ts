import { html } from '../html/html.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { show, showNotes } from '../parts/show.ts'
import { showOthers } from './table.ts'
import type { View, ViewContext } from './view.ts'

/** A fact outside of the memory, with links to the facts of the memory that it names. */
export const factView: View = {
  show: (fact, context) =>
    html`<p class="lead"><span class="id">${show(fact.at('id'))}</span> ${show(fact.at('title'))}</p>
      <p>${show(fact.at('body'))}</p>
      ${showFacts('Replaces', fact.at('supersedes'), context)}
      ${showFacts('Related', fact.at('links'), context)}
      ${showOthers(fact, context, ['id', 'title', 'body', 'supersedes', 'links'])}`,
  summarize: (fact) => ({
    title: fact.texts('id', 'title'),
    outcome: fact.at('type').text,
  }),
}

const showFacts = (heading: string, ids: ArtifactValue, { links, shownFacts }: ViewContext) =>
  ids.isShown &&
  html`<p>
    ${heading}:
    ${ids.items.map((id) => (shownFacts().has(id.text) ? html`<a href="${links.fact(id.text)}">${id.text}</a>${showNotes(id)} ` : html`${show(id)} `))}
    ${Array.isArray(ids.value) && showNotes(ids)}
  </p>`
