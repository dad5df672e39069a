import { rule } from '../rule.ts'

/** A review does not pass with a critical finding, unless the finding was refuted. */
export const passingReview = rule('pass-with-critical-finding', 'review.v1', ({ verdict, findings }) => {
  const index = findings.findIndex(
    (finding) => finding.severity === 'critical' && finding.verdict !== 'refuted',
  )
  if (verdict === 'block' || index === -1) return []
  const message = `The verdict is "${verdict}", but finding ${index + 1} is critical; block, or correct the severity`
  return [{ path: '/verdict', message }]
})
