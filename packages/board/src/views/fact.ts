import { showAsTable } from './table.ts'
import type { View } from './view.ts'

/** A fact outside of the memory. */
export const factView: View = {
  show: showAsTable,
  summarize: (fact) => ({
    title: [fact.at('id').text, fact.at('title').text].filter(Boolean).join(' '),
    outcome: fact.at('type').text,
    tone: 'none',
  }),
}
