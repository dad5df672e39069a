import type { LoadExpandPaths } from './inputs.ts'

/** Outside of the bundle of `validate`, which it would make larger for every run. */
export const loadExpandPaths: LoadExpandPaths = () => import('./expand-paths.ts')
