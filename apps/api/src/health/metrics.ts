import type { Express } from 'express'

import type { Context } from '../context.ts'
import { closeRoute } from '../http/middleware/allowed-methods.ts'
import { METRICS_PATH, readMetrics } from '../metrics/endpoint.ts'

/** `/metrics` on the API's own port, where that is asked for. */
export function addMetrics(app: Express, { metrics, showsMetrics = false }: Context): void {
  if (metrics === undefined || !showsMetrics) return
  const route = app.route(METRICS_PATH).get(readMetrics(metrics))
  closeRoute(route, ['get'])
}
