import type { Logger } from 'pino'

import { isUnavailable } from '../db/errors/classify-error.ts'
import { createFailureLog } from '../observability/failure-log.ts'

/** Returns a function that logs the failures of something that needs the database. */
export function logDatabaseFailure(
  logger: Logger,
  message: string,
  level: 'warn' | 'error' = 'warn',
): (error?: unknown) => void {
  return createFailureLog({ logger, level, message, isDown: isUnavailable })
}
