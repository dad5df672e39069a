import type { Logger } from 'pino'

import type { Authenticator } from './auth/authenticator.ts'
import type { HttpConfig } from './config/http.ts'
import type { ChangeFeed } from './db/changes/change-feed.ts'
import type { Store } from './db/store.ts'
import type { LargeResponses } from './http/middleware/large-responses.ts'
import type { RateLimiter } from './http/rate-limit/rate-limiter.ts'
import type { Metrics } from './observability/metrics.ts'
import type { OpenApiDocument } from './openapi/document.ts'

/** The dependencies of the application. */
export interface Context {
  store: Store
  openApi: OpenApiDocument
  /** The epoch of the database, which entity tags contain. */
  epoch: string
  logger: Logger
  /** Undefined: metrics are not collected. */
  metrics?: Metrics | undefined
  /** Whether the application serves `/metrics`. */
  metricsOnApiPort?: boolean
  /** Prefix of the `type` of every problem. A function, because it may contain the port that the server listens on. */
  errorsBase: () => string
  /** URL under which clients reach the server; undefined: the origin that they use. */
  publicUrl: string | undefined
  /** Undefined: anonymous access. */
  authenticator: Authenticator | undefined
  /** Undefined: no limit. */
  rateLimiter: RateLimiter | undefined
  http: HttpConfig
  largeResponses: LargeResponses
  /** How long the response to a request with an Idempotency-Key is stored, in seconds. */
  idempotencyKeyTtl: number
  /** Undefined: changes are not recorded. */
  changeFeed?: ChangeFeed | undefined
  isStopping: () => boolean
}
