import type { Express } from 'express'

import type { Context } from '../context.ts'
import { closeRoute } from '../http/middleware/allowed-methods.ts'
import { METRICS_PATH, metricsHandler } from '../observability/metrics-server.ts'

/** `/metrics` on the port of the API, if that is configured. */
export function addMetricsRoute(app: Express, { metrics, showsMetrics = false }: Context): void {
  if (metrics === undefined || !showsMetrics) return
  const route = app.route(METRICS_PATH).get(metricsHandler(metrics))
  closeRoute(route, ['get'])
}
