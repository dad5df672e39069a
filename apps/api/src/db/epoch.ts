import { randomBytes } from 'node:crypto'

import { type Kysely, sql } from 'kysely'
import pg from 'pg'

import type { Database } from './schema.ts'

/**
 * Returns the epoch of the database: empty at first, and another random text after each restore. Entity tags and cursors
 * of changes contain it, because versions and positions that were given after the backup are given again.
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
  await sql`
    insert into database_epoch (id, epoch, identity) values (1, ${epoch}, ${identity})
    on conflict (id) do update set epoch = excluded.epoch, identity = excluded.identity
    where database_epoch.identity is not distinct from cast(${before} as text)`.execute(db)
  return (await readStored(db))?.epoch ?? epoch
}

interface StoredEpoch {
  epoch: string
  identity: string | null
}

async function readStored(db: Kysely<Database>): Promise<StoredEpoch | undefined> {
  const { rows } = await sql<StoredEpoch>`select epoch, identity from database_epoch where id = 1`.execute(db)
  return rows[0]
}

/** The object identifiers differ after a restore of a dump, and the system identifier in another server. */
async function databaseIdentity(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ oids: string }>`
    select concat((select oid from pg_database where datname = current_database()), '.',
      cast(cast('database_epoch' as regclass) as oid)) as oids`.execute(db)
  return `${await systemIdentifier(db)}.${rows[0]?.oids}`
}

/** Empty on engines that have none. */
async function systemIdentifier(db: Kysely<Database>): Promise<string> {
  try {
    const { rows } = await sql<{
      id: string
    }>`select system_identifier as id from pg_control_system()`.execute(db)
    return rows[0]?.id ?? ''
  } catch (error) {
    if (error instanceof pg.DatabaseError && /^(?:0A|42)/.test(error.code ?? '')) return ''
    throw error
  }
}
