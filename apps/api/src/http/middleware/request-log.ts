import type { Request, RequestHandler, Response } from 'express'

import { redactUrl } from '../../observability/redact-url.ts'

import { callerIdOf } from './request-caller.ts'
import type { Context } from '../../context.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'
import { type TraceContext, traceOf } from '../../observability/trace-context.ts'

const MS_PER_SECOND = 1000

/**
 * Writes one line for each request, and counts it, when its answer is sent or its client is gone. Of the query, only
 * the values of `knownParameters` are written.
 */
export function observeRequests(
  { logger, metrics }: Context,
  knownParameters: ReadonlySet<string>,
): RequestHandler {
  return (request, response, next) => {
    const { method, originalUrl } = request
    const start = performance.now()
    response.locals['trace'] = traceOf(request.headers)
    metrics?.requestStarted()
    response.once('close', () => {
      const seconds = (performance.now() - start) / MS_PER_SECOND
      const aborted = !response.writableFinished
      const status = response.statusCode
      metrics?.requestEnded({
        method,
        route: routeOf(request),
        status: aborted ? undefined : status,
        seconds,
      })
      if (!logger.isLevelEnabled('info')) return
      logger.info(
        {
          ...requestLogFields(response),
          method,
          url: redactUrl(originalUrl, knownParameters),
          caller: callerIdOf(request),
          status,
          ms: Math.round(seconds * 10_000) / 10,
          ...(aborted && { aborted }),
        },
        'request',
      )
    })
    next()
  }
}

/** What every line about a request carries: its id, and its place in a trace. */
export function requestLogFields(response: Response): { requestId: unknown } & Partial<TraceContext> {
  const trace = response.locals['trace'] as TraceContext | undefined
  return { requestId: response.getHeader(REQUEST_ID_HEADER), ...trace }
}

const templates = new Map<string, string>()

/** The path of the route that answered, as the description writes it. */
function routeOf(request: Request): string | undefined {
  const path = (request.route as { path: string } | undefined)?.path
  if (path === undefined) return undefined
  const known = templates.get(path) ?? path.replaceAll(/:(\w+)/g, '{$1}')
  templates.set(path, known)
  return known
}
