import type { Logger } from 'pino'

import type { Authenticator } from '../auth/authenticator.ts'
import type { Config } from '../config/config.ts'
import type { Store } from '../db/store.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { ProblemOptions } from '../problems/to-problem.ts'
import type { Handlers } from '../handlers/handler.ts'

import type { RateLimiter } from './middleware/access/rate-limiter.ts'

/** The dependencies of the application. */
export interface Context {
  config: Config
  store: Store
  /** The description of the operations that this server offers. */
  openApi: OpenApiDocument
  handlers: Handlers
  problems: ProblemOptions
  logger: Logger
  /** Undefined: metrics are not collected. */
  metrics?: Metrics | undefined
  /** Undefined: anonymous access. */
  authenticator: Authenticator | undefined
  /** Undefined: no limit. */
  rateLimiter: RateLimiter | undefined
  isStopping: () => boolean
}
