import { type AliasedRawBuilder, type QueryCreator, sql } from 'kysely'

import { type ProjectStatus, WRITABLE_PROJECT_STATUSES } from '../../domain/project.ts'
import type { Task, TaskDraft, TaskStatus } from '../../domain/task.ts'
import { TASK_COLUMNS, TASK_PATCH, taskDraft, versioned } from '../columns.ts'
import type { RowKey } from '../ids.ts'
import { compileOnce, compiler, compileWrite, type VersionCheck } from '../query/compiled-statement.ts'
import { hasExpectedVersion, hasKey, type Target } from '../query/conditions.ts'
import { changed, changedUnless, LOCKED } from '../query/set-changed.ts'
import type { Recorder } from '../store.ts'
import type { ChangeType, Database } from '../schema.ts'

/** The tables and CTEs of a write. A new task has no previous state. */
interface WriteTables extends Database {
  target: { parentId: string; projectStatus: ProjectStatus; status: TaskStatus; version: string }
  written: Task & { version: string }
}

/** A task, and its version. */
export const VERSIONED_TASK = versioned('tasks', TASK_COLUMNS)

/** The project of a write. */
const PARENT = ['projects.id as parentId', 'projects.status as projectStatus'] as const

/** A project, with a row lock that blocks a change of its status but not writes to other tasks. */
export const lockProject = (db: QueryCreator<Database>) => db.selectFrom('projects').select(PARENT).forShare()

/**
 * The CTE `target`: a task and its project, and the time after both were locked. Every write locks the project first, as the
 * deletion of a project does, so these transactions cannot deadlock.
 */
const lockTarget = (key: RowKey, ...values: AliasedRawBuilder<unknown, 'patch'>[]) =>
  compiler
    .with('locked', (db) =>
      db
        .selectFrom('projects')
        .innerJoin('tasks', (join) =>
          join.onRef('tasks.bucket', '=', 'projects.bucket').onRef('tasks.project_id', '=', 'projects.id'),
        )
        .select(PARENT)
        .select(['tasks.status', 'tasks.version'])
        .where(hasKey('tasks', key))
        // PostgreSQL locks in the order of these clauses.
        .forShare('projects')
        .forUpdate('tasks'),
    )
    .with('target', (db) =>
      db
        .selectFrom('locked')
        .selectAll()
        .select([...LOCKED, ...values]),
    )

/** Completes a write, whose CTE `written` returns the row unless nothing was written. */
export const complete = (db: QueryCreator<WriteTables>, type: ChangeType, recorder: Recorder | undefined) =>
  (recorder?.(db, 'tasks', type) ?? db)
    .selectFrom('target')
    .leftJoin('written', (join) => join.onTrue())
    .select(['target.parentId', 'target.projectStatus'])
    .selectAll('written')

const PREVIOUS_STATE = ['target.status as previousStatus', 'target.version as previousVersion'] as const

export const FIND = compileOnce(
  (key: RowKey) => compiler.selectFrom('tasks').select(VERSIONED_TASK).where(hasKey('tasks', key)),
  () => true,
)

/** The bucket of a task whose id does not carry it, because a version before buckets has created it. */
export const FIND_BUCKET = compileOnce(({ id }: { id: string }) =>
  compiler.selectFrom('tasks').select('bucket').where('id', '=', id),
)

/** The statuses that a task may have before an update. */
interface Sources {
  sources: readonly TaskStatus[]
}

/** @param set what it sets, with the values that `target` reads */
const updateTask = (
  values: Target & Sources,
  check: VersionCheck,
  recorder: Recorder | undefined,
  set: Readonly<Record<string, unknown>>,
  ...read: Parameters<typeof lockTarget>[1][]
) =>
  complete(
    lockTarget(values, ...read).with('written', (db) =>
      db
        .updateTable('tasks')
        .from('target')
        .set(set)
        .where(hasKey('tasks', values))
        .where(sql<boolean>`target.status = any(${values.sources})`)
        .where('target.projectStatus', 'in', WRITABLE_PROJECT_STATUSES)
        .where(hasExpectedVersion(values.versions, check))
        .returning(VERSIONED_TASK),
    ),
    'updated',
    recorder,
  ).select(PREVIOUS_STATE)

export const UPDATE = compileWrite((values: TaskDraft & Target & Sources, check, recorder) =>
  updateTask(values, check, recorder, { ...taskDraft(values), ...changed('tasks') }),
)

/** The same for the members that the patch has, which is a value of `target`. */
export const PATCH = compileWrite((values: Target & Sources & { patch: string }, check, recorder) => {
  const set = { ...TASK_PATCH.set, ...changedUnless('tasks', TASK_PATCH.isSame) }
  return updateTask(values, check, recorder, set, ...TASK_PATCH.read(values.patch))
})

export const SET_STATUS = compileWrite(
  (values: Target & Sources & { status: TaskStatus }, check, recorder) => {
    const { status } = values
    const set = { status, ...changedUnless('tasks', sql`target.status = ${status}`) }
    return updateTask(values, check, recorder, set)
  },
)

/** The time of a statement, which Citus evaluates once. It would plan a statement with the time after a lock again. */
export const NOW = sql<string>`statement_timestamp()`
const MIN_VERSION = sql<string>`cast(extract(epoch from ${NOW}) * 1000 as bigint)`

/**
 * Changes the status of a task from another one, in a form without CTEs, which Citus plans faster. It waits for no write to the
 * project. If it returns no row, `SET_STATUS` waits, or says what is against the change.
 *
 *     update tasks set status = $1, … from (select id as "parentId", … from projects where … for share skip locked) as target
 *     where tasks.id = $5 and tasks.status = any($6) and target."projectStatus" in ($7) returning …
 */
export const CHANGE_STATUS = compileOnce((values: RowKey & Sources & { status: TaskStatus }) => {
  const { bucket, status, sources } = values
  const target = lockProject(compiler)
    .skipLocked()
    .select([NOW.as('locked_at'), MIN_VERSION.as('min_version')])
    .where('projects.bucket', '=', bucket)
    .where('projects.id', '=', (eb) =>
      eb.selectFrom('tasks').select('project_id').where(hasKey('tasks', values)),
    )
  return compiler
    .updateTable('tasks')
    .from(target.as('target'))
    .set({ status, ...changed('tasks') })
    .where(hasKey('tasks', values))
    .where(sql<boolean>`tasks.status = any(${sources})`)
    .where('target.projectStatus', 'in', WRITABLE_PROJECT_STATUSES)
    .returning(['target.parentId', 'target.projectStatus', ...VERSIONED_TASK])
})

export const DELETE = compileWrite((values: Target, check, recorder) =>
  complete(
    lockTarget(values).with('written', (db) =>
      db
        .deleteFrom('tasks')
        .using('target')
        .where(hasKey('tasks', values))
        .where('target.projectStatus', 'in', WRITABLE_PROJECT_STATUSES)
        .where(hasExpectedVersion(values.versions, check))
        .returning(VERSIONED_TASK),
    ),
    'deleted',
    recorder,
  ).select(PREVIOUS_STATE),
)
