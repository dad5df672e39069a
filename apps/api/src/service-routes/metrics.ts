import { createServer, type Server } from 'node:http'

import express, { type Express } from 'express'

import { addGetRoute } from '../http/middleware/allowed-methods.ts'
import type { Metrics } from '../observability/metrics.ts'

export const METRICS_PATH = '/metrics'

/** Serves all metrics. */
export function addMetricsRoute(app: Express, metrics: Metrics): void {
  addGetRoute(app, METRICS_PATH, async (_request, response) => {
    const text = await metrics.read()
    response.setHeader('Content-Type', metrics.mediaType)
    response.setHeader('Cache-Control', 'no-store')
    response.end(text)
  })
}

/** Creates an HTTP server that serves only the metrics, for a port that clients of the API cannot reach. */
export function createMetricsServer(metrics: Metrics): Server {
  const app = express().disable('x-powered-by')
  addMetricsRoute(app, metrics)
  return createServer(app)
}
