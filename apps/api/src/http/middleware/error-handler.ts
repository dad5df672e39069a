import type { ErrorRequestHandler, Request } from 'express'

import { StoreUnavailable } from '../../domain/errors.ts'
import { HttpError } from '../../problems/http-errors.ts'
import { PROBLEM_MEDIA_TYPE, toProblem } from '../../problems/to-problem.ts'

import { MAX_BODY_BYTES } from '../operations/body/json-body.ts'
import type { Context } from '../../context.ts'
import { closeAfterResponse } from './lingering-close.ts'
import { requestLogFields } from './request-log.ts'
import { mayExceed } from '../operations/body/body-limits.ts'

/** Answers every error with its problem; one that is the server's own fault is logged with its stack. */
export function errorHandler({ logger, errorsBase }: Context): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const { problem, headers } = toProblem(error, errorsBase())
    if (isOutage(error))
      logger.warn({ ...requestLogFields(response), cause: String(error.cause) }, problem.title)
    else if (problem.status >= 500) logger.error({ ...requestLogFields(response), err: error }, problem.title)
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

/** Something that the server needs is away; that is no fault of the server, and has no stack worth a look. */
const isOutage = (error: unknown): error is Error =>
  error instanceof StoreUnavailable || (error instanceof HttpError && error.problemType === 'unavailable')

/** Whether the client goes on sending what nobody reads, or not soon enough. */
const hasUnreadBody = (request: Request, status: number): boolean =>
  !request.complete && (status === 408 || mayExceed(request, MAX_BODY_BYTES))
