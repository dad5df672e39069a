import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Authenticator } from './auth/authenticator.ts'
import type { Database } from './db/schema.ts'
import type { OpenApiDocument } from './openapi/document.ts'
import type { Metrics } from './observability/metrics.ts'

import type { RateLimiter } from './http/rate-limit/rate-limiter.ts'
import type { HttpConfig } from './config/http.ts'

/** What the application needs to answer requests. */
export interface Context {
  db: Kysely<Database>
  openApi: OpenApiDocument
  logger: Logger
  /** Undefined: nobody counts. */
  metrics?: Metrics | undefined
  /** Whether what is counted can be read here, and not on a port of its own. */
  metricsOnApiPort?: boolean
  /** What the type of every problem starts with. */
  errorsBase: () => string
  /** Where clients reach the server; undefined: where they read about it. */
  publicUrl: string | undefined
  authenticator: Authenticator
  /** Counts the requests of each caller; undefined when nobody does. */
  rateLimiter: RateLimiter | undefined
  http: HttpConfig
  /** For how many seconds the answer to a request that names a key is kept. */
  idempotencyKeyTtl: number
  /** Whether the server is stopping, and takes no new work. */
  isStopping: () => boolean
}
