import type { Logger } from 'pino'

import type { Config } from '../config/config.ts'
import { close, listen, localOrigin } from '../http/server/listen.ts'
import { createMetricsServer, METRICS_PATH } from '../observability/metrics-server.ts'
import type { Metrics } from '../observability/metrics.ts'

import type { Cleanup } from './database.ts'

/** Serves `/metrics` on `METRICS_PORT`. It stops after the API server, so that the last requests are counted. */
export async function startMetricsServer(
  config: Config,
  metrics: Metrics,
  logger: Logger,
  cleanup: Cleanup,
): Promise<void> {
  if (config.metrics === undefined || config.metrics === 'on-api-port') return
  const { port, host } = config.metrics
  const server = createMetricsServer(metrics)
  const actualPort = await listen(server, port, host, 'METRICS_')
  cleanup.push(() => close(server, 0))
  logger.info({ metrics: localOrigin(host, actualPort) + METRICS_PATH }, 'metrics server listening')
}
