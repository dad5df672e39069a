import { html } from '../html/html.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { badge, show, showMore, showNotes } from '../parts/show.ts'
import { showOthers } from './table.ts'
import type { View } from './view.ts'

/** A requirement: its user story, and each criterion as given, when, then. */
export const requirementView: View = {
  show: (requirement, context) => {
    const criteria = requirement.at('acceptanceCriteria')
    return html`<p class="lead">
        ${badge(requirement.at('priority'))} ${badge(requirement.at('kind'))}
        <span class="id">${show(requirement.at('id'))}</span> ${show(requirement.at('title'))}
      </p>
      ${requirement.at('userStory').isShown && html`<blockquote>${show(requirement.at('userStory'))}</blockquote>`}
      <h3>Acceptance criteria</h3>
      ${showNotes(criteria)}
      <ol class="criteria">
        ${criteria.items.map((criterion) => html`<li>${showCriterion(criterion)}</li>`)}
      </ol>
      ${showMore(criteria)}
      ${showOthers(requirement, context, ['priority', 'kind', 'id', 'title', 'userStory', 'acceptanceCriteria'])}`
  },
  summarize: (requirement) => ({
    title: requirement.texts('id', 'title'),
    outcome: requirement.at('priority').text,
  }),
}

const STEPS = ['given', 'when', 'then']

function showCriterion(criterion: ArtifactValue) {
  if (criterion.names.length === 0) return show(criterion)
  const others = criterion.names.filter((name) => !STEPS.includes(name))
  return html`${showNotes(criterion)}
    <dl>
      ${[...STEPS, ...others].map(
        (name) =>
          criterion.at(name).isShown &&
          html`<div>
            <dt>${name}</dt>
            <dd>${show(criterion.at(name))}</dd>
          </div>`,
      )}
    </dl>`
}
