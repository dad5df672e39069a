import type { Logger } from 'pino'

import type { Authenticator } from './auth/authenticator.ts'
import type { ChangeFeed } from './changes/log/change-feed.ts'
import type { Config } from './config/config.ts'
import type { Store } from './db/store.ts'
import type { RateLimiter } from './http/middleware/access/rate-limiter.ts'
import { LargeResponses } from './http/server/large-responses.ts'
import type { Metrics } from './observability/metrics.ts'
import type { OpenApiDocument } from './openapi/document.ts'

/** What is opened at the start, beside the settings. */
interface Resources {
  store: Store
  openApi: OpenApiDocument
  /** The epoch of the database, which entity tags contain. */
  epoch: string
  logger: Logger
  /** Undefined: metrics are not collected. */
  metrics?: Metrics | undefined
  /** Prefix of the `type` of every problem. A function, because it may contain the port that the server listens on. */
  errorsBase: () => string
  /** Undefined: anonymous access. */
  authenticator: Authenticator | undefined
  /** Undefined: no limit. */
  rateLimiter: RateLimiter | undefined
  /** Undefined: changes are not recorded. */
  changeFeed: ChangeFeed | undefined
  isStopping: () => boolean
}

/** The dependencies of the application. */
export interface Context extends Resources, Pick<Config, 'http' | 'publicUrl' | 'idempotencyKeyTtl'> {
  /** Whether the application serves `/metrics`. */
  metricsOnApiPort: boolean
  largeResponses: LargeResponses
}

export function createContext(
  { http, publicUrl, idempotencyKeyTtl, metrics }: Config,
  resources: Resources,
): Context {
  const metricsOnApiPort = metrics === 'on-api-port'
  return {
    ...resources,
    http,
    publicUrl,
    idempotencyKeyTtl,
    metricsOnApiPort,
    largeResponses: new LargeResponses(),
  }
}
