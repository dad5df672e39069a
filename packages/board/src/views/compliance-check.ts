import { showAsTable } from './table.ts'
import type { View } from './view.ts'

/** A check of a control. */
export const complianceCheckView: View = {
  show: showAsTable,
  summarize: (check) => ({
    title: check.texts('controlId', 'requirement'),
    outcome: check.at('status').text,
  }),
  tones: { compliant: 'good', partial: 'warn', undetermined: 'warn', 'non-compliant': 'bad' },
}
