import type { Request, RequestHandler, Response } from 'express'

import { redactUrl } from '../../observability/redact.ts'
import type { Context } from '../context.ts'
import { clientAddress } from '../messages/client-address.ts'
import { callerIdOf } from '../messages/request-caller.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

const MS_PER_SECOND = 1000

/**
 * Logs and counts each request when its connection has finished sending the response or was closed by the client.
 *
 * @param knownParameters the query parameters whose values are logged; all other values are redacted
 */
export function observeRequests(
  { logger, metrics }: Context,
  knownParameters: ReadonlySet<string>,
): RequestHandler {
  return (request, response, next) => {
    const { method, originalUrl, socket } = request
    const start = performance.now()
    const isLogged = logger.isLevelEnabled('info')
    // A closed socket has no address.
    const client = isLogged ? clientAddress(request) : undefined
    metrics?.requestStarted()
    response.once('close', () => {
      const seconds = (performance.now() - start) / MS_PER_SECOND
      // A client that only closed its sending side cannot be told from one that is gone.
      const aborted = !response.writableFinished || response.errored !== null || socket.readableEnded
      const status = response.statusCode
      metrics?.requestEnded({
        method,
        route: routeTemplateOf(request),
        status: aborted ? undefined : status,
        seconds,
      })
      if (!isLogged) return
      logger.info(
        Object.assign(requestLogFields(response), {
          method,
          url: redactUrl(originalUrl, knownParameters),
          client,
          caller: callerIdOf(request),
          status,
          ms: Math.round(seconds * 10_000) / 10,
          ...(aborted && { aborted }),
        }),
        'request',
      )
    })
    next()
  }
}

/** A header of W3C Trace Context, without ids of zeros. Later versions may append fields. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0+-)([0-9a-f]{32})-(?!0+-)([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/

/** The fields that every log line about a request has: its id, and the trace of the client. */
export function requestLogFields(response: Response): Record<string, unknown> {
  const [, trace, span] = TRACEPARENT.exec(String(response.req.headers['traceparent'])) ?? []
  const requestId = response.getHeader(REQUEST_ID_HEADER)
  return { requestId, ...(trace !== undefined && { trace_id: trace, parent_span_id: span }) }
}

/** The path template of the matched route as in the OpenAPI document, `/api/v1/tasks/{id}`. */
function routeTemplateOf(request: Request): string | undefined {
  const path = (request.route as { path: string } | undefined)?.path
  return path?.replaceAll(/:(\w+)/g, '{$1}')
}
