import express, { type Express } from 'express'

import { operationsOf, requireHandlers } from '../description/operations.ts'
import { addHealth } from '../health/health.ts'
import { addMetrics } from '../health/metrics.ts'
import { PathNotFound } from '../problem/errors.ts'
import { handlers } from '../routes/index.ts'
import { addSite } from '../site/site.ts'

import { limitByAddress } from './admit.ts'
import { answerProblem } from './answer-problem.ts'
import { allowOrigins } from './cors.ts'
import type { Context } from './context.ts'
import { inTurn } from './in-turn.ts'
import { observeRequests } from './log.ts'
import { addOperations } from './operations.ts'
import { parseQuery } from './query.ts'
import { repairUrl } from './repair-url.ts'
import { identify } from './request-id.ts'
import { requireHost } from './require-host.ts'
import { securityHeaders } from './security-headers.ts'

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
  addHealth(app, context)
  addMetrics(app, context)
  for (const handler of limitByAddress(context)) app.use(handler)
  addSite(app, context)
  app.use((request) => {
    throw new PathNotFound(request.path)
  })
  app.use(answerProblem(context))
  return app
}
