import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Database } from '../db/schema.ts'
import type { Description } from '../description/load.ts'

/** What the application needs to answer requests. */
export interface Context {
  db: Kysely<Database>
  description: Description
  logger: Logger
  /** What the type of every problem starts with. */
  errorsBase: () => string
  /** Where clients reach the server; undefined: where they read about it. */
  publicUrl: string | undefined
  /** Whether the server is stopping, and takes no new work. */
  isStopping: () => boolean
}
