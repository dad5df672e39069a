import { pluralize } from '@workbench/contracts/internal'

import { type Html, html } from '../html/html.ts'
import { showSourceLink } from '../html/links.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { titleOf } from '../model/summary.ts'
import { columnsOf, show, showNotes, showRows } from '../parts/show.ts'
import type { View, ViewContext } from './view.ts'

/** A handoff: its deliverables link to the artifacts and files. */
export const handoffView: View = {
  badges: ['status'],
  title: ['wave'],
  tones: { complete: 'good', partial: 'warn', blocked: 'bad' },
  block: 'blocked',
  members: {
    artifacts: (deliverables, context) =>
      showRows('Deliverables', deliverables, {
        ...columnsOf(deliverables),
        path: (item) => showPath(item.at('path'), context),
      }),
  },
  summarize: (handoff) => {
    const status = handoff.at('status').text
    const { value } = handoff.at('openQuestions')
    const questions = Array.isArray(value) ? value.length : 0
    return {
      title: handoff.at('summary').text,
      outcome: [status, questions > 0 && pluralize(questions, 'open question')].filter(Boolean).join(', '),
      blockedBy: status === 'complete' ? [] : namesIn(handoff.at('blockedBy')),
    }
  },
}

/** The contract does not say what the items are. */
const namesIn = ({ items }: ArtifactValue): string[] =>
  items.map(({ text, value }) => text || titleOf(value)).filter((name) => name !== '')

const MAX_PATH = 1_000

function showPath(path: ArtifactValue, { files, links }: ViewContext): Html {
  if (path.text === '' || path.text.length > MAX_PATH) return show(path)
  const isOnBoard = files.some((other) => other.path === path.text)
  return html`${
    isOnBoard
      ? html`<a href="${links.artifact(path.text)}">${path.text}</a>`
      : showSourceLink(path.text, '', links)
  }${showNotes(path)}`
}
