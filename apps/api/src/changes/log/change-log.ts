import { type Kysely, type RawBuilder, sql } from 'kysely'

import { compileOnce } from '../../db/query/compiled-statement.ts'
import type { Database } from '../../db/schema.ts'
import type { Store } from '../../db/store.ts'

import type { Change, ChangePage, ChangePosition } from './change.ts'
import { PROJECT_STATE, TASK_STATE } from './record-change.ts'

/**
 * A tick stores a snapshot of PostgreSQL: which transactions were committed at that time. The changes of a tick are those
 * of the transactions that are visible in its snapshot but not in the one before. So changes are ordered by commits, also
 * those of slow transactions; within a tick, by the ids that were taken while the rows were locked.
 */
const TICK = compileOnce(
  () => sql<{ newest: string; isRestored: boolean }>`
    with newest as (select number, snapshot from change_ticks order by number desc limit 1),
    added as (
      insert into change_ticks (number, snapshot)
      select number + 1, pg_current_snapshot() from newest
      where exists (select from changes where ${isAfter('newest')})
        or exists (select from changes where ${wasRunningAt('newest')})
      on conflict (number) do nothing
      returning number
    )
    select coalesce((select number from added), number) as newest,
      pg_snapshot_xmax(snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as "isRestored"
    from newest`,
)

/** A change whose transaction started after the snapshot of a tick. */
const isAfter = (tick: string): RawBuilder<unknown> =>
  sql`transaction >= pg_snapshot_xmax(${sql.ref(`${tick}.snapshot`)})`

/** A change whose transaction was running at the snapshot of a tick. The array makes the planner use the index. */
const wasRunningAt = (tick: string): RawBuilder<unknown> =>
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
export const resetTicks = (store: Store): Promise<number> =>
  store.transact((transaction) => transaction.run(replaceTicks))

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

type ChangeRow = Omit<Change, 'position'>

const STATE = new Set([...Object.values(PROJECT_STATE), ...Object.values(TASK_STATE)])
const COLUMNS: RawBuilder<unknown> = sql.join(
  ['id', 'type', 'project_id', 'task_id', 'version', 'changed_at', ...STATE].map((name) => sql.id(name)),
)

/**
 * Every tick has a change, so `limit` ticks after that of the position are enough. The two branches are those of PgQ: a
 * range of transactions that started after the earlier snapshot, and the list of those that were running then.
 */
const READ = compileOnce(
  ({ tick, id, limit }: ChangePosition & { limit: number }) => sql<
    { newest: string } & (({ number: string } & ChangeRow) | { number: null })
  >`
    select (select max(number) from change_ticks) as newest, change.*
    from (select from change_ticks where number = cast(${tick} as bigint) - 1) as base
    left join lateral (
      select tick.number, found.*
      from change_ticks as tick
      join change_ticks as previous on previous.number = tick.number - 1
      cross join lateral (
        select ${COLUMNS} from changes
        where ${isAfter('previous')} and transaction < pg_snapshot_xmax(tick.snapshot) and ${IS_VISIBLE}
        union all
        select ${COLUMNS} from changes where ${wasRunningAt('previous')} and ${IS_VISIBLE}
      ) as found
      where tick.number between cast(${tick} as bigint) and cast(${tick} as bigint) + cast(${limit} as integer)
        and (tick.number > cast(${tick} as bigint) or found.id > cast(${id} as bigint))
      order by tick.number, found.id
      limit ${limit}
    ) as change on true`,
)

const IS_VISIBLE = sql`pg_visible_in_snapshot(transaction, tick.snapshot)`

/** Reads up to `limit` changes after a position. Returns undefined if changes after it have been deleted. */
export async function readChanges(
  store: Store,
  position: ChangePosition,
  limit: number,
): Promise<ChangePage | undefined> {
  const rows = await READ.execute(store, { tick: position.tick, id: position.id, limit }, undefined)
  const [first] = rows
  if (first === undefined) return undefined
  const changes = rows.flatMap((row) =>
    row.number === null ? [] : [{ ...row, position: { tick: Number(row.number), id: row.id } }],
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
  const { rows } = await sql<{ ticks: string }>`
    with oldest as (
      select number, snapshot
      from (select number, snapshot, created_at from change_ticks order by number limit ${MAX_TICKS}) as first
      where created_at < now() - cast(${ttlSeconds} as integer) * interval '1 second'
      order by number desc limit 1
    ),
    ticks as (delete from change_ticks using oldest where change_ticks.number < oldest.number returning 1),
    deleted as (delete from changes using oldest where transaction < pg_snapshot_xmin(oldest.snapshot))
    select count(*) as ticks from ticks`.execute(db)
  return Number(rows[0]?.ticks) === MAX_TICKS - 1
}
