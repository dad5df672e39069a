import { type Kysely, type Migration, sql } from 'kysely'

/** Creates the table of the responses to requests with an Idempotency-Key, and an index to find expired ones. */
export const idempotencyKeys: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table if not exists idempotency_keys (
        caller text not null,
        operation text not null,
        key text not null,
        fingerprint text not null,
        status smallint not null,
        headers jsonb not null,
        body text not null,
        expires_at timestamptz(3) not null,
        primary key (caller, operation, key)
      )`.execute(db)
    await sql`
      create index if not exists idempotency_keys_by_expires_at on idempotency_keys (expires_at)`.execute(db)
  },
}

/** Adds the bucket by which a distributed database places a key. It is 0 in other databases. */
export const keyBuckets: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table idempotency_keys add column if not exists bucket smallint not null default 0`.execute(db)
  },
}
