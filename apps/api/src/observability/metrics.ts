import type { Pool } from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of the server, for Prometheus. */
export type Metrics = ReturnType<typeof createMetrics>

interface EndedRequest {
  method: string
  /** The path template, as `/api/v1/tasks/{id}`; undefined for an unknown path. */
  route: string | undefined
  /** Undefined if the client closed the connection before the response was sent. */
  status: number | undefined
  seconds: number
}

/** The buckets of OpenTelemetry's semantic conventions, and two smaller ones for fast responses. */
const BUCKETS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
]

/** Gauges of prom-client whose suffix `_total` is reserved for counters. Gauges by type have the same information. */
const MISNAMED_GAUGES = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Creates the metrics. Names follow OpenTelemetry's semantic conventions, in the form that Prometheus requires.
 *
 * @param failures the kinds of failed statements
 */
export function createMetrics(version: string, failures: readonly string[]) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED_GAUGES) registry.removeSingleMetric(name)

  new Gauge({
    name: 'workbench_build_info',
    help: 'The version of the server, as a label; always 1.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const durations = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of requests, until the last byte of the response was passed to the operating system.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: BUCKETS_SECONDS,
    registers,
  })
  const active = new Gauge({ name: 'http_server_active_requests', help: 'Requests in progress.', registers })
  const errors = new Counter({
    name: 'workbench_database_errors_total',
    help: 'Failed statements and lost connections, by kind.',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of ['connection_lost', ...failures]) errors.inc({ kind }, 0)

  return {
    requestStarted: () => {
      active.inc()
    },
    requestEnded: ({ method, route, status, seconds }: EndedRequest) => {
      active.dec()
      durations
        .labels(METHODS.has(method) ? method : '_OTHER', route ?? 'unknown', String(status ?? 'aborted'))
        .observe(seconds)
    },
    connectionLost: () => {
      errors.inc({ kind: 'connection_lost' })
    },
    statementFailed: (kind: string) => {
      errors.inc({ kind })
    },
    /** Adds the connections of a pool to the gauges. */
    registerPool: addPoolGauges(registers),
    /** All metrics in the Prometheus text format. */
    read: () => registry.metrics(),
    mediaType: registry.contentType,
  }
}

function addPoolGauges(registers: Registry[]): (pool: Pool) => void {
  const pools: Pool[] = []
  const sum = (count: 'totalCount' | 'idleCount' | 'waitingCount') =>
    pools.reduce((total, pool) => total + pool[count], 0)
  new Gauge({
    name: 'workbench_database_connections',
    help: 'Connections to the database, by state.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, sum('totalCount') - sum('idleCount'))
      this.set({ state: 'idle' }, sum('idleCount'))
    },
  })
  const max = new Gauge({
    name: 'workbench_database_connections_max',
    help: 'Maximum number of connections to the database.',
    registers,
  })
  new Gauge({
    name: 'workbench_database_waiting_requests',
    help: 'Requests that wait for a database connection.',
    registers,
    collect() {
      this.set(sum('waitingCount'))
    },
  })
  return (pool) => {
    pools.push(pool)
    max.inc(pool.options.max)
  }
}
