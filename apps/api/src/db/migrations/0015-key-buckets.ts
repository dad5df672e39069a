import { type Kysely, type Migration, sql } from 'kysely'

/** Adds the bucket by which a distributed database places a key. It is 0 in other databases. */
export const keyBuckets: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table idempotency_keys add column if not exists bucket smallint not null default 0`.execute(db)
  },
}
