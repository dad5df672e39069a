import { html } from '../html/html.ts'
import { badge, show } from '../parts/show.ts'
import { showOthers } from './table.ts'
import type { View } from './view.ts'

/** A requirement: its user story, and its criteria. */
export const requirementView: View = {
  show: (requirement, context) =>
    html`<p class="lead">
        ${badge(requirement.at('priority'))} ${badge(requirement.at('kind'))}
        <span class="id">${show(requirement.at('id'))}</span> ${show(requirement.at('title'))}
      </p>
      ${requirement.at('userStory').isShown && html`<blockquote>${show(requirement.at('userStory'))}</blockquote>`}
      ${showOthers(requirement, context, ['priority', 'kind', 'id', 'title', 'userStory'])}`,
  summarize: (requirement) => ({
    title: requirement.texts('id', 'title'),
    outcome: requirement.at('priority').text,
  }),
}
