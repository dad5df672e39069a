import type { ErrorRequestHandler } from 'express'

import { StoreUnavailable } from '../domain/errors.ts'
import { PROBLEM_MEDIA_TYPE, problemOf } from '../problem/problem.ts'

import type { Context } from './context.ts'
import { identityOf } from './log.ts'

/** Answers every error with its problem; one that is the server's own fault is logged with its stack. */
export function answerProblem({ logger, errorsBase }: Context): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    const { problem, headers } = problemOf(error, errorsBase())
    if (error instanceof StoreUnavailable)
      logger.warn({ ...identityOf(response), cause: String(error.cause) }, problem.title)
    else if (problem.status >= 500) logger.error({ ...identityOf(response), err: error }, problem.title)
    if (response.headersSent) {
      next(error)
      return
    }
    response
      .status(problem.status)
      .set(headers)
      .set('Content-Type', PROBLEM_MEDIA_TYPE)
      .end(JSON.stringify(problem))
  }
}
