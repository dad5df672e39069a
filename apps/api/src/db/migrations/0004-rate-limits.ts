import { type Kysely, type Migration, sql } from 'kysely'

/** The counters of requests that all copies share, in the form of rate-limiter-flexible; empty unless they do. */
export const rateLimits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table if not exists rate_limits (
      key text primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db)
  },
}
