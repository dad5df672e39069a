import { createServer, type Server } from 'node:http'

import express, { type RequestHandler } from 'express'

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
export const createMetricsServer = (metrics: Metrics): Server =>
  createServer(express().disable('x-powered-by').get(METRICS_PATH, metricsHandler(metrics)))
