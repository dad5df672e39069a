import type { ErrorRequestHandler } from 'express'

import { summarizeError } from '../../observability/serialize-error.ts'
import { toProblem } from '../../problems/to-problem.ts'
import type { Context } from '../context.ts'
import { prepareProblem, sendResponse } from '../responses/prepared-response.ts'
import { requestLogFields } from './request-log.ts'

/** Answers every error with its problem details. Errors with status 500 and above are logged. */
export function errorHandler({ logger, problems }: Context): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    const problemResponse = toProblem(error, problems)
    const { problem } = problemResponse
    if (problem.status === 503) {
      // This is not a bug of the server, so its stack is not logged.
      const { cause = error } = error as Error
      logger.warn({ ...requestLogFields(response), cause: summarizeError(cause) }, problem.title)
    } else if (problem.status >= 500) {
      logger.error({ ...requestLogFields(response), err: error }, problem.title)
    }
    // Express would write the stack to standard error.
    if (response.headersSent) response.destroy()
    else sendResponse(response, prepareProblem(problemResponse))
  }
}
