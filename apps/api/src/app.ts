import express, { type Express } from 'express'

import { listOperations, requireMatchingHandlers } from './openapi/operations.ts'
import { addHealthRoutes } from './pages/health.ts'
import { addMetricsRoute } from './pages/metrics.ts'
import { PathNotFound } from './problems/http-errors.ts'
import { handlers } from './routes/index.ts'
import { addPages } from './pages/pages.ts'

import { rateLimitByAddress } from './http/operations/authorize.ts'
import { errorHandler } from './http/middleware/error-handler.ts'
import { allowOrigins } from './http/middleware/cors.ts'
import type { Context } from './context.ts'
import { compose } from './http/middleware/compose.ts'
import { observeRequests } from './http/middleware/request-log.ts'
import { addOperationRoutes } from './http/operations/router.ts'
import { parseQuery } from './http/middleware/query-parser.ts'
import { normalizeRequestTarget } from './http/middleware/request-target.ts'
import { assignRequestId } from './http/middleware/request-id.ts'
import { requireHost } from './http/middleware/host-header.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'

/** The whole application. Throws when the description and the handlers do not match. */
export async function createApp(context: Context): Promise<Express> {
  const operations = listOperations(context.openApi)
  requireMatchingHandlers(operations, { ...handlers })

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('strict routing')
  app.enable('case sensitive routing')
  // The usual parser reads brackets as structure, and passes over what comes after a thousand parameters.
  app.set('query parser', parseQuery)

  if (context.http.trustProxy !== undefined) app.set('trust proxy', context.http.trustProxy)

  const knownParameters = new Set(operations.flatMap(({ queryParameters }) => [...queryParameters]))
  app.use(
    compose([
      assignRequestId,
      observeRequests(context, knownParameters),
      securityHeaders(context.publicUrl),
      ...allowOrigins(context.http.corsOrigins),
      requireHost,
      normalizeRequestTarget,
    ]),
  )
  await addOperationRoutes(app, operations, context)
  addHealthRoutes(app, context)
  addMetricsRoute(app, context)
  for (const handler of rateLimitByAddress(context)) app.use(handler)
  addPages(app, context)
  app.use((request) => {
    throw new PathNotFound(request.path)
  })
  app.use(errorHandler(context))
  return app
}
