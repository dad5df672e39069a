import { randomBytes } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import type { Database } from '../../db/schema.ts'

/**
 * Returns the epoch of the database: empty at first, and another random text after each restore. Cursors of changes
 * contain it, because positions that were given after the backup are given again.
 *
 * A restore is noticed by the identity of the database, which a dump does not contain.
 *
 * @param files identifies the files of the database, if the caller knows them
 */
export async function readEpoch(db: Kysely<Database>, files = ''): Promise<string> {
  const identity = `${await databaseIdentity(db)}${files}`
  const stored = await readStored(db)
  if (stored?.identity === identity) return stored.epoch
  const epoch = stored?.identity === null ? stored.epoch : randomBytes(5).toString('hex')
  const before = stored?.identity ?? null
  // If another server has stored an epoch since, that one remains.
  await db
    .insertInto('database_epoch')
    .values({ id: 1, epoch, identity })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ epoch, identity })
        .where('database_epoch.identity', 'is not distinct from', before),
    )
    .execute()
  return (await readStored(db))?.epoch ?? epoch
}

const readStored = (db: Kysely<Database>) =>
  db.selectFrom('database_epoch').select(['epoch', 'identity']).where('id', '=', 1).executeTakeFirst()

/** The object identifiers differ after a restore of a dump, and the system identifier in another server. */
async function databaseIdentity(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws('.', (pg_control_system()).system_identifier,
      (select oid from pg_database where datname = current_database()),
      cast(cast('database_epoch' as regclass) as oid)) as identity`.execute(db)
  return rows[0]?.identity ?? ''
}
