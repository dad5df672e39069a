import { type Kysely, type Migration, sql } from 'kysely'

/** Creates the table of the shared rate limit counters, as `rate-limiter-flexible` expects it. */
export const rateLimits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table if not exists rate_limits (
      key text primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db)
  },
}
