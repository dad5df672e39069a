import { type Kysely, type Migration, sql } from 'kysely'

/** Creates a table that earlier versions used for shared rate limit counters. */
export const rateLimits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table if not exists rate_limits (
      key text primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db)
  },
}
