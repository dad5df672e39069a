import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of the server, for Prometheus. */
export interface Metrics {
  requestStarted: () => void
  requestEnded: (request: EndedRequest) => void
  connectionLost: () => void
  statementFailed: (kind: string) => void
  bucketLookedUp: (result: string) => void
  /** Adds gauges for the connections of a pool. */
  registerPool: (pool: PoolCounts) => void
  /** All metrics in the Prometheus text format. */
  read: () => Promise<string>
  mediaType: string
}

interface EndedRequest {
  method: string
  /** The path template, as `/api/v1/tasks/{id}`; undefined for an unknown path. */
  route: string | undefined
  /** Undefined if the client closed the connection before the response was sent. */
  status: number | undefined
  seconds: number
}

/** The counts of a `pg.Pool`. */
interface PoolCounts {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max: number }
}

/** The buckets of OpenTelemetry's semantic conventions, and two smaller ones for fast responses. */
const BUCKETS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
]

/** Gauges of prom-client whose suffix `_total` is reserved for counters. Gauges by type have the same information. */
const MISNAMED_GAUGES = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const CONNECTION_LOST = 'connection_lost'

/**
 * Creates the metrics. Names follow OpenTelemetry's semantic conventions, in the form that Prometheus requires.
 *
 * @param failures the kinds of failed statements
 * @param results those of lookups of buckets
 */
export function createMetrics(
  version: string,
  failures: readonly string[],
  results: readonly string[],
): Metrics {
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
  let active = 0
  new Gauge({
    name: 'http_server_active_requests',
    help: 'Requests in progress.',
    registers,
    collect() {
      this.set(active)
    },
  })

  const errors = new Counter({
    name: 'workbench_database_errors_total',
    help: 'Failed statements and lost connections, by kind.',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of [CONNECTION_LOST, ...failures]) errors.inc({ kind }, 0)

  const lookups = new Counter({
    name: 'workbench_bucket_lookups_total',
    help: 'Lookups of tasks whose id leads to no row, by result.',
    labelNames: ['result'],
    registers,
  })
  for (const result of results) lookups.inc({ result }, 0)

  return {
    requestStarted: () => {
      active += 1
    },
    requestEnded: ({ method, route, status, seconds }) => {
      active -= 1
      durations
        .labels(METHODS.has(method) ? method : '_OTHER', route ?? 'unknown', String(status ?? 'aborted'))
        .observe(seconds)
    },
    connectionLost: () => {
      errors.inc({ kind: CONNECTION_LOST })
    },
    statementFailed: (kind) => {
      errors.inc({ kind })
    },
    bucketLookedUp: (result) => {
      lookups.inc({ result })
    },
    registerPool: (pool) => {
      addPoolGauges(pool, registers)
    },
    read: () => registry.metrics(),
    mediaType: registry.contentType,
  }
}

function addPoolGauges(pool: PoolCounts, registers: Registry[]): void {
  new Gauge({
    name: 'workbench_database_connections',
    help: 'Connections to the database, by state.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  new Gauge({
    name: 'workbench_database_connections_max',
    help: 'Maximum number of connections to the database.',
    registers,
  }).set(pool.options.max)
  new Gauge({
    name: 'workbench_database_waiting_requests',
    help: 'Requests that wait for a database connection.',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}
