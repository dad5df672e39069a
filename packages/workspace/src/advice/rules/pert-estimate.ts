import { rule } from '../rule.ts'
import { formatNumber, isRounded } from '../rounding.ts'

/** The expected value of an estimate of one item is (optimistic + 4 × likely + pessimistic) / 6. */
export const pertEstimate = rule('pert', 'estimate.v1', ({ items, expected }) => {
  const [item, ...others] = items
  if (item === undefined || others.length > 0 || expected === undefined) return []
  const exact = (item.optimistic + 4 * item.likely + item.pessimistic) / 6
  if (isRounded(expected, exact)) return []
  const message = `Expected (optimistic + 4 × likely + pessimistic) / 6 = ${formatNumber(exact)}; received ${expected}`
  return [{ path: '/expected', message }]
})
