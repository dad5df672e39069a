import type { Express } from 'express'

import { rejectOtherMethods } from '../http/middleware/allowed-methods.ts'
import { METRICS_PATH, metricsHandler } from '../observability/metrics-server.ts'
import type { Metrics } from '../observability/metrics.ts'

/** Serves `/metrics` on the API's port. */
export function addMetricsRoute(app: Express, metrics: Metrics): void {
  rejectOtherMethods(app.route(METRICS_PATH).get(metricsHandler(metrics)), ['get'])
}
