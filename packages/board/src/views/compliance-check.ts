import { toneOf } from '../model/summary.ts'
import { showAsTable } from './table.ts'
import type { View } from './view.ts'

/** A check of a control. */
export const complianceCheckView: View = {
  show: showAsTable,
  summarize: (check) => {
    const outcome = check.at('status').text
    return {
      title: [check.at('controlId').text, check.at('requirement').text].filter(Boolean).join(' '),
      outcome,
      tone: toneOf(outcome, TONES),
    }
  },
}

const TONES = { compliant: 'good', partial: 'warn', undetermined: 'warn', 'non-compliant': 'bad' } as const
