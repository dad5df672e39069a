import type { ErrorRequestHandler, Request } from 'express'

import { StoreUnavailable } from '../../domain/errors.ts'
import { Refusal } from '../../problems/http-errors.ts'
import { PROBLEM_MEDIA_TYPE, problemOf } from '../../problems/to-problem.ts'

import { MAX_BYTES } from '../operations/body/json-body.ts'
import type { Context } from '../../context.ts'
import { hangUp } from './lingering-close.ts'
import { identityOf } from './request-log.ts'
import { mayBeEndless } from '../operations/body/body-limits.ts'

/** Answers every error with its problem; one that is the server's own fault is logged with its stack. */
export function answerProblem({ logger, errorsBase }: Context): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const { problem, headers } = problemOf(error, errorsBase())
    if (isOutage(error)) logger.warn({ ...identityOf(response), cause: String(error.cause) }, problem.title)
    else if (problem.status >= 500) logger.error({ ...identityOf(response), err: error }, problem.title)
    if (response.headersSent) {
      next(error)
      return
    }
    if (isStillComing(request, problem.status)) hangUp(request, response)
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
  error instanceof StoreUnavailable || (error instanceof Refusal && error.kind === 'unavailable')

/** Whether the client goes on sending what nobody reads, or not soon enough. */
const isStillComing = (request: Request, status: number): boolean =>
  !request.complete && (status === 408 || mayBeEndless(request, MAX_BYTES))
