import type { Express } from 'express'

import type { Context } from '../context.ts'
import { rejectOtherMethods } from '../http/middleware/allowed-methods.ts'
import { METRICS_PATH, metricsHandler } from '../observability/metrics-server.ts'

/** `/metrics` on the port of the API, if that is configured. */
export function addMetricsRoute(app: Express, { metrics, metricsOnApiPort = false }: Context): void {
  if (metrics === undefined || !metricsOnApiPort) return
  const route = app.route(METRICS_PATH).get(metricsHandler(metrics))
  rejectOtherMethods(route, ['get'])
}
