import { channel } from 'node:diagnostics_channel'

import { isRetryable, isUnavailable } from './classify-error.ts'

/** `rolled_back`: by a conflict with another transaction. `refused`: PostgreSQL rejected the statement itself. */
const KINDS = ['rolled_back', 'unavailable', 'refused'] as const

/** The diagnostics channel on which each failed statement is published as `{ kind }`, for metrics. */
export const STATEMENT_ERROR_CHANNEL = { name: 'workbench.database.failure', kinds: KINDS }

const statementErrors = channel(STATEMENT_ERROR_CHANNEL.name)

export function publishStatementError(error: unknown): void {
  if (statementErrors.hasSubscribers) statementErrors.publish({ kind: kindOf(error) })
}

function kindOf(error: unknown): (typeof KINDS)[number] {
  if (isRetryable(error)) return 'rolled_back'
  return isUnavailable(error) ? 'unavailable' : 'refused'
}
