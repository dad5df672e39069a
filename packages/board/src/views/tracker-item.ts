import { html } from '../html/html.ts'
import { show } from '../parts/show.ts'
import type { View } from './view.ts'

/** An item of an issue tracker: its state beside that of the provider, and whether its times are known. */
export const trackerItemView: View = {
  head: { badges: ['state', 'type'], id: 'sourceId', title: 'title' },
  show: (item) =>
    html`<p>
        For the provider: <strong>${show(item.at('nativeState'))}</strong> ${show(item.at('nativeType'))}
      </p>
      ${
        item.at('flow').at('historyRead').value !== true &&
        html`<p><strong>The history was not read</strong>, so the times between are not known.</p>`
      }`,
  shown: ['nativeState', 'nativeType'],
  tones: { done: 'good', blocked: 'bad' },
  block: 'blocked',
}
