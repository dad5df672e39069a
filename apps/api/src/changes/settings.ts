import type { Env } from '../config/env.ts'

const MAX_TTL_SECONDS = 30 * 86_400

/** How long changes are kept, in seconds. Undefined: changes are not recorded. */
export const readChangesTtl = (env: Env): number | undefined =>
  env.integer('CHANGES_TTL', { min: 1, max: MAX_TTL_SECONDS })
