import { showAsTable } from './table.ts'
import type { View } from './view.ts'

/** A fact outside of the memory. */
export const factView: View = {
  show: showAsTable,
  summarize: (fact) => ({ title: fact.at('title').text, outcome: fact.at('type').text, tone: 'none' }),
}
