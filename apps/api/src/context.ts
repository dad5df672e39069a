import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Access } from './auth/authenticator.ts'
import type { Database } from './db/schema.ts'
import type { Description } from './openapi/document.ts'
import type { Metrics } from './observability/metrics.ts'

import type { Limit } from './http/rate-limit/rate-limiter.ts'
import type { HttpSettings } from './config/http.ts'

/** What the application needs to answer requests. */
export interface Context {
  db: Kysely<Database>
  description: Description
  logger: Logger
  /** Undefined: nobody counts. */
  metrics?: Metrics | undefined
  /** Whether what is counted can be read here, and not on a port of its own. */
  showsMetrics?: boolean
  /** What the type of every problem starts with. */
  errorsBase: () => string
  /** Where clients reach the server; undefined: where they read about it. */
  publicUrl: string | undefined
  access: Access
  /** Counts the requests of each caller; undefined when nobody does. */
  limit: Limit | undefined
  http: HttpSettings
  /** For how many seconds the answer to a request that names a key is kept. */
  idempotencyKeyTtl: number
  /** Whether the server is stopping, and takes no new work. */
  isStopping: () => boolean
}
