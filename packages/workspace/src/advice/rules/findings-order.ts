import type { FindingV1 } from '@workbench/contracts'

import { rule } from '../rule.ts'

const SEVERITIES: readonly FindingV1['severity'][] = ['critical', 'high', 'medium', 'low', 'info']

/** The findings of a review are ranked by severity. */
export const findingsOrder = rule('findings-by-severity', 'review.v1', ({ findings }) => {
  const ranks = findings.map(({ severity }) => SEVERITIES.indexOf(severity))
  const index = ranks.findIndex((rank, at) => rank < (ranks[at - 1] ?? 0))
  if (index === -1) return []
  const message = `Rank the findings by severity; this one is ${findings[index]?.severity}, the one before it ${findings[index - 1]?.severity}`
  return [{ path: `/findings/${index}/severity`, message }]
})
