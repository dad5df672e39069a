import { html } from '../html/html.ts'
import { show } from '../parts/show.ts'
import type { View } from './view.ts'

/** A requirement: its user story, and its criteria. */
export const requirementView: View = {
  head: { badges: ['priority', 'kind'], id: 'id', title: 'title' },
  show: (requirement) => {
    const story = requirement.at('userStory')
    return story.isShown ? html`<blockquote>${show(story)}</blockquote>` : html``
  },
  shown: ['userStory'],
}
