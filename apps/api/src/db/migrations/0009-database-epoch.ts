import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Creates the table with the epoch of the database. The epoch is empty until the database is restored from a backup.
 * `identity` is that of the database for which it was stored; null until a server has started.
 */
export const databaseEpoch: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table if not exists database_epoch (
        id integer not null primary key check (id = 1),
        epoch text not null,
        identity text
      )`.execute(db)
    await sql`
      insert into database_epoch (id, epoch, identity) values (1, '', null) on conflict (id) do nothing`.execute(
      db,
    )
  },
}
