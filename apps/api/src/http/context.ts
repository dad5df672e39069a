import type { Logger } from 'pino'

import type { Authenticator } from '../auth/authenticator.ts'
import type { Config } from '../config/config.ts'
import type { Store } from '../db/store.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { ProblemOptions } from '../problems/to-problem.ts'
import type { Handlers } from '../routes/handler.ts'

import type { RateLimiter } from './middleware/access/rate-limiter.ts'
import { formatEntityTag } from './responses/entity-tags.ts'

/** What is opened at the start, beside the settings. */
interface Resources {
  store: Store
  /** The description of the operations that this server offers. */
  openApi: OpenApiDocument
  handlers: Handlers
  logger: Logger
  /** Undefined: metrics are not collected. */
  metrics?: Metrics | undefined
  /** Undefined: anonymous access. */
  authenticator: Authenticator | undefined
  /** Undefined: no limit. */
  rateLimiter: RateLimiter | undefined
  /** The origin of the server. A function, because its port is known only after the start. */
  origin: () => string
  isStopping: () => boolean
}

/** The dependencies of the application. */
export interface Context extends Resources {
  config: Config
  problems: ProblemOptions
}

export function createContext(config: Config, resources: Resources): Context {
  const base = () => config.errorsBase ?? `${config.publicUrl ?? resources.origin()}/errors`
  return { ...resources, config, problems: { base, formatEntityTag } }
}
