import { subscribe } from 'node:diagnostics_channel'

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What the server counts, for Prometheus. */
export interface Metrics {
  requestStarted: () => void
  requestEnded: (request: EndedRequest) => void
  connectionLost: () => void
  /** Shows the connections of a pool from now on. */
  registerPool: (pool: PoolCounts) => void
  /** Everything counted so far, in the text format of Prometheus. */
  read: () => Promise<string>
  mediaType: string
}

export interface EndedRequest {
  method: string
  /** The path as the description has it, `/api/v1/tasks/{id}`; undefined for one that the server does not have. */
  route: string | undefined
  /** Undefined when the client went away before its answer was sent. */
  status: number | undefined
  seconds: number
}

/** What a pool of connections says of itself. */
export interface PoolCounts {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max: number }
}

/** The channel on which the database layer publishes each statement that failed, as `{ kind }`. */
export interface Channel {
  name: string
  kinds: readonly string[]
}

/** Those that OpenTelemetry's conventions give for this duration, and the two that say whether it was quick. */
const BUCKETS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
]

/** Gauges of the library whose names say that they are counters; what they add up is shown by type as well. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const CONNECTION_LOST = 'connection_lost'

/** Starts counting. The names follow OpenTelemetry's conventions where these have one that Prometheus takes. */
export function createMetrics(version: string, failures: Channel): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)

  new Gauge({
    name: 'workbench_build_info',
    help: 'The version that runs; always 1.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)

  const durations = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'How long requests took, until the last byte of the answer was handed to the system.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: BUCKETS_SECONDS,
    registers,
  })
  let active = 0
  new Gauge({
    name: 'http_server_active_requests',
    help: 'Requests that are running now.',
    registers,
    collect() {
      this.set(active)
    },
  })

  const errors = new Counter({
    name: 'workbench_database_errors_total',
    help: 'Statements that failed and connections that were lost, by kind.',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of [CONNECTION_LOST, ...failures.kinds]) errors.inc({ kind }, 0)
  subscribe(failures.name, (failure) => {
    errors.inc({ kind: (failure as { kind: string }).kind })
  })

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
    registerPool: (pool) => {
      showPool(pool, registers)
    },
    read: () => registry.metrics(),
    mediaType: registry.contentType,
  }
}

function showPool(pool: PoolCounts, registers: Registry[]): void {
  new Gauge({
    name: 'workbench_database_connections',
    help: 'Connections to the database, by what they do.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  new Gauge({
    name: 'workbench_database_connections_max',
    help: 'The most connections that there may be.',
    registers,
  }).set(pool.options.max)
  new Gauge({
    name: 'workbench_database_waiting_requests',
    help: 'Statements that wait for a connection.',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}
