import express, { type Express } from 'express'

import { operationsOf, requireHandlers } from './openapi/operations.ts'
import { addHealthRoutes } from './pages/health.ts'
import { addMetricsRoute } from './pages/metrics.ts'
import { PathNotFound } from './problems/http-errors.ts'
import { handlers } from './routes/index.ts'
import { addSite } from './pages/pages.ts'

import { limitByAddress } from './http/operations/authorize.ts'
import { answerProblem } from './http/middleware/error-handler.ts'
import { allowOrigins } from './http/middleware/cors.ts'
import type { Context } from './context.ts'
import { inTurn } from './http/middleware/compose.ts'
import { observeRequests } from './http/middleware/request-log.ts'
import { addOperations } from './http/operations/router.ts'
import { parseQuery } from './http/middleware/query-parser.ts'
import { repairUrl } from './http/middleware/request-target.ts'
import { identify } from './http/middleware/request-id.ts'
import { requireHost } from './http/middleware/host-header.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'

/** The whole application. Throws when the description and the handlers do not match. */
export async function createApp(context: Context): Promise<Express> {
  const operations = operationsOf(context.description)
  requireHandlers(operations, { ...handlers })

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
    inTurn([
      identify,
      observeRequests(context, knownParameters),
      securityHeaders(context.publicUrl),
      ...allowOrigins(context.http.corsOrigins),
      requireHost,
      repairUrl,
    ]),
  )
  await addOperations(app, operations, context)
  addHealthRoutes(app, context)
  addMetricsRoute(app, context)
  for (const handler of limitByAddress(context)) app.use(handler)
  addSite(app, context)
  app.use((request) => {
    throw new PathNotFound(request.path)
  })
  app.use(answerProblem(context))
  return app
}
