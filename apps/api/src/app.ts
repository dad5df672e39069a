import express, { type Express } from 'express'

import type { Context } from './http/context.ts'
import { trustProxies } from './http/messages/client-address.ts'
import { parseQuery } from './http/messages/query-parser.ts'
import { allowOrigins } from './http/middleware/access/cors.ts'
import { rateLimitByNetwork } from './http/middleware/access/rate-limiter.ts'
import { protectFromPages } from './http/middleware/access/without-authentication.ts'
import { compressResponses } from './http/middleware/compression.ts'
import { errorHandler } from './http/middleware/error-handler.ts'
import { requireClearFraming } from './http/middleware/framing-headers.ts'
import { assignRequestId } from './http/middleware/request-id.ts'
import { observeRequests } from './http/middleware/request-log.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'
import { addOperationRoutes } from './http/operation-routes/router.ts'
import { toServerSchemas } from './http/validation/server-schemas.ts'
import { listOperations } from './openapi/operations.ts'
import { HttpError } from './problems/http-errors.ts'
import { addDocumentRoutes } from './service-routes/documents.ts'
import { addHealthRoutes } from './service-routes/health.ts'
import { addMetricsRoute } from './service-routes/metrics.ts'
import { addSwaggerUi } from './service-routes/swagger-ui.ts'

/**
 * Creates the Express application.
 *
 * @throws Error if an operation of the OpenAPI document has no handler
 */
export function createApp(context: Context): Express {
  const { metrics, config } = context
  const { http, publicUrl } = config
  const document = toServerSchemas(context.openApi)
  const operations = listOperations(document)

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('strict routing')
  app.enable('case sensitive routing')
  // The default parser interprets brackets as nested objects and ignores parameters after the thousandth.
  app.set('query parser', parseQuery)
  if (http.trustProxy !== undefined) trustProxies(app, http.trustProxy)

  const knownParameters = new Set(operations.flatMap(({ queryParameters }) => [...queryParameters]))
  app.use(
    assignRequestId,
    observeRequests(context, knownParameters),
    securityHeaders(publicUrl),
    ...allowOrigins(http.corsOrigins),
    requireClearFraming,
    ...protectFromPages(context),
    compressResponses(context),
  )
  addOperationRoutes(app, document, operations, context)
  addHealthRoutes(app, context)
  if (metrics !== undefined && config.metrics === 'on-api-port') addMetricsRoute(app, metrics)
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
