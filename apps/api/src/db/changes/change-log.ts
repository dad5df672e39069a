import { type Kysely, sql, type Transaction } from 'kysely'

import type { Change, ChangePage, ChangePosition, ChangeType } from '../../domain/change.ts'
import type { ProjectStatus } from '../../domain/project.ts'
import type { TaskPriority, TaskStatus } from '../../domain/task.ts'
import { compileOnce } from '../query/compiled-statement.ts'
import type { Database } from '../schema.ts'

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
      where exists (select from changes where transaction >= pg_snapshot_xmax(newest.snapshot))
        or exists (select from changes where transaction = any(array(select pg_snapshot_xip(newest.snapshot))))
      on conflict (number) do nothing
      returning number
    )
    select coalesce((select number from added), number) as newest,
      pg_snapshot_xmax(snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as "isRestored"
    from newest`,
)

/** Adds a tick if there are changes since the newest one. Returns the number of the newest tick. */
export async function addTick(db: Kysely<Database>): Promise<number> {
  const [row] = await TICK.execute(db, {}, undefined)
  if (row !== undefined && !row.isRestored) return Number(row.newest)
  // A backup was restored into another server, whose transaction ids are lower. The snapshots have no meaning there.
  return resetTicks(db)
}

/**
 * Deletes all changes, and replaces all ticks by one with a higher number than any before, so that every cursor is gone.
 * Returns the number.
 */
export async function resetTicks(db: Kysely<Database>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`lock table change_ticks in exclusive mode`.execute(transaction)
    await sql`delete from change_ticks`.execute(transaction)
    const { rows: oneChange } = await sql`select from changes limit 1`.execute(transaction)
    // `truncate` waits for every session that has read the table, such as pg_dump.
    if (oneChange.length > 0) await deleteChanges(transaction)
    const { rows } = await sql<{ number: string }>`
      insert into change_ticks (number, snapshot)
      select floor(extract(epoch from clock_timestamp()) * 1000), pg_current_snapshot()
      returning number`.execute(transaction)
    return Number(rows[0]?.number)
  })
}

/** Truncates the table if the role may; deleting millions of rows takes longer than a statement is allowed to. */
async function deleteChanges(transaction: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{ mayTruncate: boolean }>`
    select has_table_privilege('changes', 'truncate') as "mayTruncate"`.execute(transaction)
  await (rows[0]?.mayTruncate === true ? sql`truncate changes` : sql`delete from changes`).execute(
    transaction,
  )
}

/** Whether the tables of the feed exist: the migration does not create them on engines that do not support the feed. */
export async function hasChangeTables(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('change_ticks') as name`.execute(db)
  return rows[0]?.name !== null
}

/** The position before the oldest change that is kept. */
export async function oldestPosition(db: Kysely<Database>): Promise<ChangePosition> {
  const { rows } = await sql<{ number: string }>`select min(number) as number from change_ticks`.execute(db)
  return { tick: Number(rows[0]?.number) + 1, id: '0' }
}

interface ChangeRow {
  newest: string
  number: string | null
  id: string
  type: ChangeType
  project_id: string
  task_id: string | null
  version: string
  changed_at: string
  title: string
  description: string | null
  status: string
  priority: TaskPriority
  due_date: string | null
  created_at: string
  updated_at: string
}

/**
 * Lists the columns, because PostgreSQL fails a prepared `select *` after a migration of a later version has added one.
 */
const COLUMNS = sql.raw(
  'id, type, project_id, task_id, version, changed_at, title, description, status, priority, due_date, created_at, updated_at',
)

/**
 * Every tick has a change, so `limit` ticks after that of the position are enough. The two branches are those of PgQ: a
 * range of transactions that started after the earlier snapshot, and the list of those that were running then.
 */
const READ = compileOnce(
  ({ tick, id, limit }: ChangePosition & { limit: number }) => sql<ChangeRow>`
    select (select max(number) from change_ticks) as newest, change.*
    from (select from change_ticks where number = cast(${tick} as bigint) - 1) as base
    left join lateral (
      select tick.number, found.* from change_ticks as tick
      join change_ticks as previous on previous.number = tick.number - 1
      cross join lateral (
        select ${COLUMNS} from changes
        where transaction >= pg_snapshot_xmax(previous.snapshot) and transaction < pg_snapshot_xmax(tick.snapshot)
          and pg_visible_in_snapshot(transaction, tick.snapshot)
        union all
        select ${COLUMNS} from changes
        where transaction = any(array(select pg_snapshot_xip(previous.snapshot)))
          and pg_visible_in_snapshot(transaction, tick.snapshot)
      ) as found
      where tick.number >= cast(${tick} as bigint)
        and tick.number <= cast(${tick} as bigint) + cast(${limit} as integer)
        and (tick.number > cast(${tick} as bigint) or found.id > cast(${id} as bigint))
      order by tick.number, found.id
      limit ${limit}
    ) as change on true`,
)

/** Reads up to `limit` changes after a position. Returns undefined if changes after it have been deleted. */
export async function readChanges(
  db: Kysely<Database>,
  position: ChangePosition,
  limit: number,
): Promise<ChangePage | undefined> {
  const rows = await READ.execute(db, { tick: position.tick, id: position.id, limit }, undefined)
  const [first] = rows
  if (first === undefined) return undefined
  const changes = rows.flatMap((row) => (row.number === null ? [] : [toChange(row, Number(row.number))]))
  const last = changes.at(-1)
  if (last !== undefined && changes.length === limit) return { changes, end: last.position }
  const lastTick = Math.min(Number(first.newest), position.tick + limit)
  return { changes, end: { tick: lastTick + 1, id: '0' } }
}

function toChange(row: ChangeRow, tick: number): Change {
  const { type, project_id: projectId, task_id: taskId, description } = row
  const times = { createdAt: row.created_at, updatedAt: row.updated_at }
  const isProject = taskId === null
  const isDeleted = type === 'deleted'
  return {
    position: { tick, id: row.id },
    type,
    projectId,
    taskId: taskId ?? undefined,
    version: row.version,
    time: row.changed_at,
    project:
      isProject && !isDeleted
        ? { id: projectId, name: row.title, description, status: row.status as ProjectStatus, ...times }
        : undefined,
    task:
      isProject || isDeleted
        ? undefined
        : {
            ...{ id: taskId, projectId, title: row.title, description, status: row.status as TaskStatus },
            ...{ priority: row.priority, dueDate: row.due_date, ...times },
          },
  }
}

/** Fewer than a statement can delete within its timeout. */
const MAX_TICKS = 200

/** Deletes the oldest changes and ticks after `ttlSeconds`. Returns whether there may be more. */
export async function deleteOldChanges(db: Kysely<Database>, ttlSeconds: number): Promise<boolean> {
  const { rows } = await sql<{ ticks: string }>`
    with oldest as (
      select number, snapshot from (
        select number, snapshot, created_at from change_ticks order by number limit ${MAX_TICKS}
      ) as first
      where created_at < now() - cast(${ttlSeconds} as integer) * interval '1 second'
      order by number desc limit 1
    ), ticks as (
      delete from change_ticks using oldest where change_ticks.number < oldest.number returning 1
    ), deleted as (
      delete from changes using oldest where transaction < pg_snapshot_xmin(oldest.snapshot)
    )
    select count(*) as ticks from ticks`.execute(db)
  return Number(rows[0]?.ticks) === MAX_TICKS - 1
}
