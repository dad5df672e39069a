import { channel } from 'node:diagnostics_channel'

import { isRetryable, isUnavailable } from './classify-error.ts'

/** What a statement can fail of: another one at the same time, the database being away, or itself. */
const KINDS = ['rolled_back', 'unavailable', 'refused'] as const

/** Where every failure of a statement is published, as `{ kind }`, for whoever counts them. */
export const STATEMENT_ERROR_CHANNEL = { name: 'workbench.database.failure', kinds: KINDS }

const failures = channel(STATEMENT_ERROR_CHANNEL.name)

export function publishStatementError(error: unknown): void {
  if (failures.hasSubscribers) failures.publish({ kind: kindOf(error) })
}

function kindOf(error: unknown): (typeof KINDS)[number] {
  if (isRetryable(error)) return 'rolled_back'
  return isUnavailable(error) ? 'unavailable' : 'refused'
}
