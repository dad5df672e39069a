import type { Logger } from 'pino'

import { summarizeError } from './serialize-error.ts'

/** While a dependency is down, it may fail for every request. */
const INTERVAL_MS = 10_000

interface FailureLogOptions {
  logger: Logger
  level: 'warn' | 'error'
  message: string
  /** Whether an error only means that the dependency is down, and not that there is a bug. */
  isDown: (error: unknown) => boolean
  /** The time in milliseconds. */
  now?: () => number
}

/**
 * Returns a function that logs the errors of a dependency. While it is down, there is one line without a stack every
 * INTERVAL_MS, with the number of errors since the last one. Every other error is logged with its stack.
 */
export function createFailureLog({
  logger,
  level,
  message,
  isDown,
  now = () => performance.now(),
}: FailureLogOptions): (error: unknown) => void {
  let count = 0
  let nextLine = -Infinity
  return (error) => {
    if (!isDown(error)) {
      logger[level]({ err: error }, message)
      return
    }
    count++
    const time = now()
    if (time < nextLine) return
    logger[level]({ cause: summarizeError(error), ...(count > 1 && { count }) }, message)
    count = 0
    nextLine = time + INTERVAL_MS
  }
}
