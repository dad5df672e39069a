import { type AliasedRawBuilder, type QueryCreator, type RawBuilder, type Selectable, sql } from 'kysely'

import { WRITABLE_PROJECT_STATUSES } from '../../domain/project.ts'
import { INITIAL_TASK_STATUS, type TaskDraft, type TaskStatus } from '../../domain/task.ts'
import { selection, TASK_COLUMNS, TASK_PATCH, TASK_TYPES, taskDraft, versioned } from '../columns.ts'
import type { RowKey } from '../ids.ts'
import { compileOnce, compiler, compileWrite, type VersionCheck } from '../query/compiled-statement.ts'
import { hasExpectedVersion, hasKey, type Target } from '../query/conditions.ts'
import { changed, changedUnless, LOCKED, LOCKED_AT } from '../query/set-changed.ts'
import type { Recorder } from '../store.ts'
import type { ChangeType, Database, ProjectTable, TaskTable } from '../schema.ts'

/** The tables and CTEs of a write. A new task has no `target`. */
interface WriteTables extends Database {
  parent: Selectable<Pick<ProjectTable, 'id' | 'status'>>
  written: Selectable<Omit<TaskTable, 'status_rank' | 'priority_rank' | 'due_date_missing'>>
}

const RETURNING = versioned('tasks', TASK_COLUMNS)

/**
 * The CTEs `parent` and `target`: the project, with a row lock that blocks a change of its status but not writes to other
 * tasks, and then the task, with the time after that. Every write locks the project first, as the deletion of a project
 * does, so these transactions cannot deadlock.
 */
const lockTarget = (key: RowKey, ...values: AliasedRawBuilder<unknown, 'patch'>[]) =>
  compiler
    .with('parent', (db) =>
      db
        .selectFrom('projects')
        .select(['projects.id', 'projects.status'])
        .where('projects.bucket', '=', key.bucket)
        .where('projects.id', '=', (eb) =>
          eb.selectFrom('tasks').select('project_id').where(hasKey('tasks', key)),
        )
        .forShare(),
    )
    .with('locked', (db) =>
      db
        .selectFrom('tasks')
        .select(['status', 'version'])
        .where(hasKey('tasks', key))
        .where('project_id', '=', (eb) => eb.selectFrom('parent').select('parent.id'))
        .forUpdate(),
    )
    .with('target', (db) => db.selectFrom('locked').select(['status', 'version', ...LOCKED, ...values]))

/** Completes a write, whose CTE `written` returns the row unless nothing was written. */
const complete = (db: QueryCreator<WriteTables>, type: ChangeType, recorder: Recorder | undefined) =>
  (recorder?.(db, 'tasks', type) ?? db)
    .selectFrom('parent')
    .leftJoin('written', (join) => join.onTrue())
    .select(['parent.id as parentId', 'parent.status as projectStatus'])
    .select(selection('written', TASK_COLUMNS))
    .select('written.version')

const PREVIOUS_STATE = [
  sql<TaskStatus | null>`(select status from target)`.as('previousStatus'),
  sql<string | null>`(select version from target)`.as('previousVersion'),
]

export const FIND = compileOnce(
  (key: RowKey) =>
    compiler
      .selectFrom('tasks')
      .select(selection('tasks', TASK_COLUMNS))
      .select('version')
      .where(hasKey('tasks', key)),
  () => true,
)

/** The bucket of a task whose id does not carry it, because a version before buckets has created it. */
export const FIND_BUCKET = compileOnce(({ id }: { id: string }) =>
  compiler.selectFrom('tasks').select('bucket').where('id', '=', id),
)

/**
 *     with locked as (select id, status from projects where bucket = $1 and id = $2 for share),
 *     parent as (select id, status, clock_timestamp() as locked_at from locked),
 *     written as (insert into tasks (id, bucket, project_id, …) select $3, $4, parent.id, … from parent
 *       where parent.status in ($10) returning …)
 *     select parent.status as "projectStatus", written.title, … from parent left join written on true
 */
export const CREATE = compileWrite((input: TaskDraft & RowKey & { projectId: string }, _check, recorder) =>
  insertTasks(input, { id: sql`cast(${input.id} as uuid)`, ...taskDraft(input) }, recorder),
)

/** The new tasks of a project, a JSON array. Their ids are in its order. */
export interface NewTasks {
  drafts: string
  bucket: number
  projectId: string
}

/** The same for several tasks. */
export const CREATE_SEVERAL = compileWrite((input: NewTasks, _check, recorder) => {
  const types = Object.entries({ id: 'uuid', ...TASK_TYPES })
  const columns = types.map(([member, type]) => sql`${sql.id(member)} ${sql.raw(type)}`)
  const drafts = sql`jsonb_to_recordset(cast(${input.drafts} as jsonb)) as draft (${sql.join(columns)})`
  const values = types.map(([member]) => [
    TASK_COLUMNS[member as keyof typeof TASK_COLUMNS],
    sql.ref(`draft.${member}`),
  ])
  return insertTasks(
    input,
    Object.fromEntries(values) as Record<string, RawBuilder<unknown>>,
    recorder,
    drafts,
  )
})

/** @param drafts a table `draft`, from which `values` are read in the order of its ids */
function insertTasks(
  { projectId, bucket }: { projectId: string; bucket: number },
  values: Readonly<Record<string, RawBuilder<unknown>>>,
  recorder: Recorder | undefined,
  drafts?: RawBuilder<unknown>,
) {
  const { id, ...members } = values as Record<string, RawBuilder<unknown>> & { id: RawBuilder<unknown> }
  const row = {
    id,
    bucket: sql`cast(${bucket} as smallint)`,
    project_id: sql.ref('parent.id'),
    status: sql.val(INITIAL_TASK_STATUS),
    ...members,
    created_at: sql.ref('parent.locked_at'),
    updated_at: sql.ref('parent.locked_at'),
  } satisfies Partial<Record<keyof TaskTable, RawBuilder<unknown>>>
  const db = compiler
    .with('locked', (creator) =>
      creator
        .selectFrom('projects')
        .select(['id', 'status'])
        .where(hasKey('projects', { id: projectId, bucket }))
        .forShare(),
    )
    .with('parent', (creator) => creator.selectFrom('locked').select(['id', 'status', LOCKED_AT]))
    .with('written', (creator) =>
      creator
        .insertInto('tasks')
        .columns(Object.keys(row) as (keyof typeof row)[])
        .expression((eb) =>
          eb
            .selectFrom('parent')
            .$if(drafts !== undefined, (query) => query.crossJoin(sql`${drafts}` as never))
            .select(Object.entries<RawBuilder<unknown>>(row).map(([name, value]) => value.as(name)))
            .where('parent.status', 'in', WRITABLE_PROJECT_STATUSES)
            .$if(drafts !== undefined, (query) => query.orderBy(sql.ref('draft.id'))),
        )
        .returning(RETURNING),
    )
  return complete(db, 'created', recorder)
}

/** The statuses that a task may have before an update. */
export interface Sources {
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
        .from(['target', 'parent'])
        .set(set)
        .where(hasKey('tasks', values))
        .where(sql<boolean>`target.status = any(${values.sources})`)
        .where('parent.status', 'in', WRITABLE_PROJECT_STATUSES)
        .where(hasExpectedVersion(values.versions, check))
        .returning(RETURNING),
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

export const DELETE = compileWrite((values: Target, check, recorder) =>
  complete(
    lockTarget(values).with('written', (db) =>
      db
        .deleteFrom('tasks')
        .using(['target', 'parent'])
        .where(hasKey('tasks', values))
        .where('parent.status', 'in', WRITABLE_PROJECT_STATUSES)
        .where(hasExpectedVersion(values.versions, check))
        .returning(RETURNING),
    ),
    'deleted',
    recorder,
  ).select(PREVIOUS_STATE),
)
