import express, { type Express } from 'express'

import type { Context } from './context.ts'
import { errorHandler } from './http/middleware/error-handler.ts'
import { requireKnownExpectation } from './http/middleware/expect-header.ts'
import { requireHost } from './http/middleware/host-header.ts'
import { parseQuery } from './http/messages/query-parser.ts'
import { assignRequestId } from './http/middleware/request-id.ts'
import { observeRequests } from './http/middleware/request-log.ts'
import { answerServerOptions, normalizeRequestTarget } from './http/middleware/request-target.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'
import { listChanges, withoutChanges } from './changes/list-changes.ts'
import { addOperationRoutes, handlers } from './http/operations/router.ts'
import { allowOrigins } from './http/middleware/access/cors.ts'
import { rejectCrossSiteWrites } from './http/middleware/access/cross-site-writes.ts'
import { requireKnownHost } from './http/middleware/access/known-hosts.ts'
import { rateLimitByNetwork } from './http/middleware/access/rate-limiter.ts'
import { listOperations, requireMatchingHandlers } from './openapi/operations.ts'
import { addDocumentRoutes } from './service-routes/documents.ts'
import { addHealthRoutes } from './service-routes/health.ts'
import { addMetricsRoute } from './service-routes/metrics.ts'
import { addSwaggerUi } from './service-routes/swagger-ui.ts'
import { HttpError } from './problems/http-errors.ts'

/**
 * Creates the Express application.
 *
 * @throws Error if the operations of the OpenAPI document and the handlers do not match
 */
export function createApp(given: Context): Express {
  const { logger, metrics, http, publicUrl, changeFeed } = given
  const context = changeFeed === undefined ? { ...given, openApi: withoutChanges(given.openApi) } : given
  const operations = listOperations(context.openApi)
  const streamHandlers = changeFeed && { listChanges: listChanges(changeFeed, context.largeResponses) }
  requireMatchingHandlers(operations, { ...handlers, ...streamHandlers })

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('strict routing')
  app.enable('case sensitive routing')
  // The default parser interprets brackets as nested objects and ignores parameters after the thousandth.
  app.set('query parser', parseQuery)
  if (http.trustProxy !== undefined) app.set('trust proxy', http.trustProxy)

  const knownParameters = new Set(operations.flatMap(({ queryParameters }) => [...queryParameters]))
  app.use(
    assignRequestId,
    observeRequests({ logger, metrics, knownParameters }),
    securityHeaders(publicUrl),
    ...allowOrigins(http.corsOrigins),
    requireHost,
    requireKnownExpectation,
    normalizeRequestTarget,
    answerServerOptions,
    ...requireKnownHost(context),
    ...rejectCrossSiteWrites(context),
  )
  addOperationRoutes(app, operations, { ...context, streamHandlers: streamHandlers ?? {} })
  addHealthRoutes(app, context)
  if (metrics !== undefined && context.metricsOnApiPort) addMetricsRoute(app, metrics)
  for (const handler of rateLimitByNetwork(context.rateLimiter)) app.use(handler)
  addDocumentRoutes(app, context)
  addSwaggerUi(app, publicUrl)
  app.use(({ path }) => {
    const members = { resourceType: 'Path', identifier: path }
    throw new HttpError('not-found', `Path ${path} does not exist`, { members })
  })
  app.use(errorHandler(context))
  return app
}
