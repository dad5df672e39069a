import { fixText, openContracts } from '@workbench/contracts'

import type { AnswerViolation } from '../fixer/answer.ts'
import type { Contestant, Setup } from './contestant.ts'

/** This library: its violations are those that `workbench validate --format json` prints. */
export function workbench({ directory }: Pick<Setup, 'directory'>): Contestant {
  const contracts = openContracts({ directory })
  return {
    name: 'workbench',
    answer(id, text) {
      const verdict = contracts.get(id).validateText(text)
      // As the command prints them: only what JSON can carry.
      const violations = verdict.valid ? [] : verdict.violations
      const printed = JSON.stringify(violations)
      return { length: printed.length, violations: JSON.parse(printed) as AnswerViolation[] }
    },
    restore(id, text) {
      const { text: fixed, verdict } = fixText(contracts.get(id), text)
      return verdict.valid ? fixed : undefined
    },
  }
}
