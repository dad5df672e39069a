import { createServer, type Server } from 'node:http'

import type { RequestHandler } from 'express'

import type { Metrics } from './metrics.ts'

export const METRICS_PATH = '/metrics'

/** An Express handler that responds with all metrics. */
export function metricsHandler(metrics: Metrics): RequestHandler {
  return async (_request, response) => {
    const text = await metrics.read()
    response.setHeader('Content-Type', metrics.mediaType)
    response.setHeader('Cache-Control', 'no-store')
    response.end(text)
  }
}

/** Creates an HTTP server that serves only the metrics, for a port that clients of the API cannot reach. */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    if (request.url?.split('?')[0] !== METRICS_PATH) {
      response.writeHead(404).end()
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
    } else {
      metrics.read().then(
        (text) => response.writeHead(200, { 'Content-Type': metrics.mediaType }).end(text),
        () => response.writeHead(500).end(),
      )
    }
  })
}
