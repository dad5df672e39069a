import { rule } from '../rule.ts'
import { formatNumber, isRounded } from '../rounding.ts'

/** The exposure of a risk is its probability times its impact. */
export const exposure = rule('exposure', 'risk.v1', ({ probability, impactEur, exposureEur }) => {
  const exact = probability * impactEur
  if (exposureEur === undefined || isRounded(exposureEur, exact)) return []
  const message = `Expected probability × impactEur = ${formatNumber(exact)}; received ${exposureEur}`
  return [{ path: '/exposureEur', message }]
})
