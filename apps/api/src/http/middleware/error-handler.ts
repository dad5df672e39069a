import type { ErrorRequestHandler, Request } from 'express'
import type { Logger } from 'pino'

import { StoreUnavailable } from '../../domain/errors.ts'
import { summarizeError } from '../../observability/serialize-error.ts'
import { HttpError } from '../../problems/http-errors.ts'
import { PROBLEM_MEDIA_TYPE } from '../../problems/problem.ts'
import { toProblem } from '../../problems/to-problem.ts'

import { mayExceedMaxBody } from '../messages/body-size.ts'
import { closeAfterResponse } from '../messages/lingering-close.ts'
import { requestLogFields } from './request-log.ts'

interface ErrorHandlerOptions {
  logger: Logger
  /** Prefix of the `type` of every problem. */
  errorsBase: () => string
}

/** Answers every error with its problem details. Errors with status 500 and above are logged. */
export function errorHandler({ logger, errorsBase }: ErrorHandlerOptions): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const { problem, headers } = toProblem(error, errorsBase())
    if (isUnavailable(error)) {
      logger.warn({ ...requestLogFields(response), cause: summarizeError(error.cause) }, problem.title)
    } else if (problem.status >= 500) {
      logger.error({ ...requestLogFields(response), err: error }, problem.title)
    }
    if (response.headersSent) {
      next(error)
      return
    }
    if (hasUnreadBody(request, problem.status)) closeAfterResponse(request, response)
    response
      .status(problem.status)
      .set(headers)
      .set('Cache-Control', 'no-store')
      .set('Content-Type', PROBLEM_MEDIA_TYPE)
      .end(JSON.stringify(problem))
  }
}

/** A dependency is unreachable. This is not a bug of the server: its stack is not logged. */
const isUnavailable = (error: unknown): error is Error =>
  error instanceof StoreUnavailable || (error instanceof HttpError && error.problemType === 'unavailable')

/** Whether the rest of the body is too large or too slow to be read before the connection is used again. */
const hasUnreadBody = (request: Request, status: number): boolean =>
  !request.complete && (status === 408 || mayExceedMaxBody(request))
