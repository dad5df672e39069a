import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'

import { compileOnce, compiler } from '../../db/query/compiled-statement.ts'
import type { Database } from '../../db/schema.ts'
import type { Store } from '../../db/store.ts'

import type { Change, ChangePage, ChangePosition } from './change.ts'
import { PROJECT_STATE, TASK_STATE } from './record-change.ts'

/**
 * A tick stores a snapshot of PostgreSQL: which transactions were committed at that time. The changes of a tick are those
 * of the transactions that are visible in its snapshot but not in the one before. So changes are ordered by commits, also
 * those of slow transactions; within a tick, by the ids that were taken while the rows were locked.
 */
const TICK = compileOnce(() =>
  compiler
    .with('newest', (db) =>
      db.selectFrom('change_ticks').select(['number', 'snapshot']).orderBy('number', 'desc').limit(1),
    )
    .with('added', (db) =>
      db
        .insertInto('change_ticks')
        .columns(['number', 'snapshot'])
        .expression((eb) =>
          eb
            .selectFrom('newest')
            .select([sql`number + 1`.as('number'), sql`pg_current_snapshot()`.as('snapshot')])
            .where((of) =>
              of.or([
                of.exists(of.selectFrom('changes').select('id').where(isAfter('newest'))),
                of.exists(of.selectFrom('changes').select('id').where(wasRunningAt('newest'))),
              ]),
            ),
        )
        .onConflict((conflict) => conflict.column('number').doNothing())
        .returning('number'),
    )
    .selectFrom('newest')
    .select((eb) => [
      eb.fn.coalesce(eb.selectFrom('added').select('added.number'), 'newest.number').as('newest'),
      sql<boolean>`pg_snapshot_xmax(snapshot) > pg_snapshot_xmax(pg_current_snapshot())`.as('isRestored'),
    ]),
)

/** A change whose transaction started after the snapshot of a tick. */
const isAfter = (tick: string): RawBuilder<SqlBool> =>
  sql`transaction >= pg_snapshot_xmax(${sql.ref(`${tick}.snapshot`)})`

/** A change whose transaction was running at the snapshot of a tick. The array makes the planner use the index. */
const wasRunningAt = (tick: string): RawBuilder<SqlBool> =>
  sql`transaction = any(array(select pg_snapshot_xip(${sql.ref(`${tick}.snapshot`)})))`

/** Adds a tick if there are changes since the newest one. Returns the number of the newest tick. */
export async function addTick(store: Store): Promise<number> {
  const [row] = await TICK.execute(store, {}, undefined)
  if (row !== undefined && !row.isRestored) return Number(row.newest)
  // A backup was restored into another server, whose transaction ids are lower. The snapshots have no meaning there.
  return resetTicks(store)
}

/**
 * Deletes all changes, and replaces all ticks by one with a higher number than any before, so that every cursor is gone.
 * Returns the number.
 */
export async function resetTicks(store: Store): Promise<number> {
  return store.transact((transaction) => transaction.run(replaceTicks))
}

async function replaceTicks(db: Kysely<Database>): Promise<number> {
  await sql`lock table change_ticks in exclusive mode`.execute(db)
  await db.deleteFrom('change_ticks').execute()
  const oneChange = await db.selectFrom('changes').select('id').limit(1).execute()
  // `truncate` waits for every session that has read the table, such as pg_dump.
  if (oneChange.length > 0) await deleteChanges(db)
  const { number } = await db
    .insertInto('change_ticks')
    .values({
      number: sql`floor(extract(epoch from clock_timestamp()) * 1000)`,
      snapshot: sql`pg_current_snapshot()`,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  return Number(number)
}

/** Truncates the table if the role may; deleting millions of rows takes longer than a statement is allowed to. */
async function deleteChanges(db: Kysely<Database>): Promise<void> {
  const { mayTruncate } = await db
    .selectNoFrom(sql<boolean>`has_table_privilege('changes', 'truncate')`.as('mayTruncate'))
    .executeTakeFirstOrThrow()
  if (mayTruncate) await sql`truncate changes`.execute(db)
  else await db.deleteFrom('changes').execute()
}

/** The position before the oldest change that is kept. */
export async function oldestPosition(db: Kysely<Database>): Promise<ChangePosition> {
  const { number } = await db
    .selectFrom('change_ticks')
    .select(({ fn }) => fn.min('number').as('number'))
    .executeTakeFirstOrThrow()
  return { tick: Number(number) + 1, id: '0' }
}

const COLUMNS = [
  ...(['id', 'type', 'project_id', 'task_id', 'version', 'changed_at'] as const),
  ...new Set([...Object.values(PROJECT_STATE), ...Object.values(TASK_STATE)]),
]

/**
 * Every tick has a change, so `limit` ticks after that of the position are enough. The two branches are those of PgQ: a
 * range of transactions that started after the earlier snapshot, and the list of those that were running then.
 */
const READ = compileOnce(({ tick, id, limit }: ChangePosition & { limit: number }) => {
  const isVisible = sql<boolean>`pg_visible_in_snapshot(transaction, tick.snapshot)`
  return compiler
    .selectFrom((eb) =>
      eb
        .selectFrom('change_ticks')
        .select('number')
        .where('number', '=', sql<string>`cast(${tick} as bigint) - 1`)
        .as('base'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('change_ticks as tick')
          .innerJoin('change_ticks as previous', (join) =>
            join.on('previous.number', '=', sql<string>`tick.number - 1`),
          )
          .crossJoinLateral((of) =>
            of
              .selectFrom('changes')
              .select(COLUMNS)
              .where(isAfter('previous'))
              .where(sql<boolean>`transaction < pg_snapshot_xmax(tick.snapshot)`)
              .where(isVisible)
              .unionAll(
                of.selectFrom('changes').select(COLUMNS).where(wasRunningAt('previous')).where(isVisible),
              )
              .as('found'),
          )
          .select('tick.number')
          .select(COLUMNS.map((name) => `found.${name}` as const))
          .where(sql<boolean>`tick.number >= cast(${tick} as bigint)`)
          .where(sql<boolean>`tick.number <= cast(${tick} as bigint) + cast(${limit} as integer)`)
          .where(sql<boolean>`(tick.number > cast(${tick} as bigint) or found.id > cast(${id} as bigint))`)
          .orderBy('tick.number')
          .orderBy('found.id')
          .limit(limit)
          .as('change'),
      (join) => join.onTrue(),
    )
    .select((eb) =>
      eb
        .selectFrom('change_ticks')
        .select(({ fn }) => fn.max('number').as('newest'))
        .as('newest'),
    )
    .select('change.number')
    .select(COLUMNS.map((name) => `change.${name}` as const))
})

/** Reads up to `limit` changes after a position. Returns undefined if changes after it have been deleted. */
export async function readChanges(
  store: Store,
  position: ChangePosition,
  limit: number,
): Promise<ChangePage | undefined> {
  const rows = await READ.execute(store, { tick: position.tick, id: position.id, limit }, undefined)
  const [first] = rows
  if (first === undefined) return undefined
  const changes = rows.flatMap(({ number, ...row }) =>
    number === null ? [] : [{ ...row, position: { tick: Number(number), id: row.id } } as Change],
  )
  const last = changes.at(-1)
  if (last !== undefined && changes.length === limit) return { changes, end: last.position }
  const lastTick = Math.min(Number(first.newest), position.tick + limit)
  return { changes, end: { tick: lastTick + 1, id: '0' } }
}

/** Fewer than a statement can delete within its timeout. */
const MAX_TICKS = 200

/** Deletes the oldest changes and ticks after `ttlSeconds`. Returns whether there may be more. */
export async function deleteOldChanges(db: Kysely<Database>, ttlSeconds: number): Promise<boolean> {
  const { ticks } = await db
    .with('oldest', (creator) =>
      creator
        .selectFrom((eb) =>
          eb
            .selectFrom('change_ticks')
            .select(['number', 'snapshot', 'created_at'])
            .orderBy('number')
            .limit(MAX_TICKS)
            .as('first'),
        )
        .select(['number', 'snapshot'])
        .where(sql<boolean>`created_at < now() - cast(${ttlSeconds} as integer) * interval '1 second'`)
        .orderBy('number', 'desc')
        .limit(1),
    )
    .with('ticks', (creator) =>
      creator
        .deleteFrom('change_ticks')
        .using('oldest')
        .whereRef('change_ticks.number', '<', 'oldest.number')
        .returning('change_ticks.number'),
    )
    .with('deleted', (creator) =>
      creator
        .deleteFrom('changes')
        .using('oldest')
        .where(sql<boolean>`transaction < pg_snapshot_xmin(oldest.snapshot)`),
    )
    .selectFrom('ticks')
    .select(({ fn }) => fn.countAll<string>().as('ticks'))
    .executeTakeFirstOrThrow()
  return Number(ticks) === MAX_TICKS - 1
}
