import { type AliasedRawBuilder, type QueryCreator, sql } from 'kysely'

import {
  INITIAL_PROJECT_STATUS,
  type Project,
  PROJECT_STATUSES,
  type ProjectDraft,
  type ProjectStatus,
  WRITABLE_PROJECT_STATUSES,
} from '../../domain/project.ts'
import type { TaskCounts } from '../../domain/task.ts'
import { PROJECT_COLUMNS, PROJECT_PATCH, projectDraft, versioned } from '../columns.ts'
import { compileOnce, compiler, compileWrite, type VersionCheck } from '../query/compiled-statement.ts'
import { hasExpectedVersion, hasKey, isInProject, type Target } from '../query/conditions.ts'
import type { RowKey } from '../ids.ts'
import { changed, changedUnless, LOCKED } from '../query/set-changed.ts'
import type { Recorder } from '../store.ts'
import type { ChangeType, Database } from '../schema.ts'

/** The tables and CTEs of a write. */
interface WriteTables extends Database {
  target: { id: string; status: ProjectStatus; version: string }
  written: Project & { version: string }
}

/** A project, and its version. */
const VERSIONED = versioned('projects', PROJECT_COLUMNS)

/** The CTE `target`: the project, locked for an update, and the time after that, with other values. */
const lockTarget = (key: RowKey, ...values: AliasedRawBuilder<unknown, 'patch'>[]) =>
  compiler
    .with('locked', (db) =>
      db
        .selectFrom('projects')
        .select(['id', 'status', 'version'])
        .where(hasKey('projects', key))
        .forNoKeyUpdate(),
    )
    .with('target', (db) => db.selectFrom('locked').select(['id', 'status', 'version', ...LOCKED, ...values]))

/** Completes a write, whose CTE `written` returns the row unless nothing was written. */
const complete = (db: QueryCreator<WriteTables>, type: ChangeType, recorder: Recorder | undefined) =>
  (recorder?.(db, 'projects', type) ?? db)
    .selectFrom('target')
    .leftJoin('written', 'written.id', 'target.id')
    .select(['target.status as previousStatus', 'target.version as previousVersion'])
    .selectAll('written')

export const FIND = compileOnce(
  (key: RowKey) => compiler.selectFrom('projects').select(VERSIONED).where(hasKey('projects', key)),
  () => true,
)

/** The number of tasks by status, of the statuses that tasks have. */
export const FIND_WITH_COUNTS = compileOnce((key: RowKey) =>
  compiler
    .selectFrom('projects')
    .select(VERSIONED)
    .select(
      sql<Partial<TaskCounts> | null>`(
        select jsonb_object_agg(status, tasks)
        from (select status, sum(total) as tasks from task_totals where ${isInProject(key)} group by status) as counts
      )`.as('taskCounts'),
    )
    .where(hasKey('projects', key)),
)

export const CREATE = compileWrite((values: ProjectDraft & RowKey, _check, recorder) => {
  const { id, bucket } = values
  const db = compiler.with('written', (creator) =>
    creator
      .insertInto('projects')
      .values({ id, bucket, status: INITIAL_PROJECT_STATUS, ...projectDraft(values) })
      .returning(VERSIONED),
  )
  return (recorder?.(db, 'projects', 'created') ?? db).selectFrom('written').selectAll()
})

/**
 *     with locked as (select id, status, version from projects where bucket = $1 and id = $2 for no key update),
 *     target as (select id, status, version, clock_timestamp() as locked_at, … from locked),
 *     written as (update projects set name = $3, …, version = greatest(version + 1, target.min_version) from target
 *       where … and target.status in ($7) and target.version = any($8) returning …)
 *     select target.status as "previousStatus", …, written.name from target left join written on written.id = target.id
 */
const updateProject = (
  values: Target,
  check: VersionCheck,
  recorder: Recorder | undefined,
  statuses: readonly ProjectStatus[],
  set: Readonly<Record<string, unknown>>,
  ...read: Parameters<typeof lockTarget>[1][]
) =>
  complete(
    lockTarget(values, ...read).with('written', (db) =>
      db
        .updateTable('projects')
        .from('target')
        .set(set)
        .where(hasKey('projects', values))
        .where('target.status', 'in', statuses)
        .where(hasExpectedVersion(values.versions, check))
        .returning(VERSIONED),
    ),
    'updated',
    recorder,
  )

export const UPDATE = compileWrite((values: ProjectDraft & Target, check, recorder) => {
  const set = { ...projectDraft(values), ...changed('projects') }
  return updateProject(values, check, recorder, WRITABLE_PROJECT_STATUSES, set)
})

/** It sets `name = case when target.patch ? 'name' then … else projects.name end`; the patch is a value of `target`. */
export const PATCH = compileWrite((values: Target & { patch: string }, check, recorder) => {
  const set = { ...PROJECT_PATCH.set, ...changedUnless('projects', PROJECT_PATCH.isSame) }
  const read = PROJECT_PATCH.read(values.patch)
  return updateProject(values, check, recorder, WRITABLE_PROJECT_STATUSES, set, ...read)
})

export const SET_STATUS = compileWrite((values: Target & { status: ProjectStatus }, check, recorder) => {
  const { status } = values
  const set = { status, ...changedUnless('projects', sql`target.status = ${status}`) }
  return updateProject(values, check, recorder, PROJECT_STATUSES, set)
})

export const DELETE = compileWrite((values: Target, check, recorder) =>
  complete(
    lockTarget(values).with('written', (db) =>
      db
        .deleteFrom('projects')
        .using('target')
        .where(hasKey('projects', values))
        .where(hasExpectedVersion(values.versions, check))
        .returning(VERSIONED),
    ),
    'deleted',
    recorder,
  ),
)
