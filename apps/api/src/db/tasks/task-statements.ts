import { type QueryCreator, type RawBuilder, type Selectable, sql } from 'kysely'

import { WRITABLE_PROJECT_STATUSES } from '../../domain/project.ts'
import { INITIAL_TASK_STATUS, type TaskDraft, type TaskStatus } from '../../domain/task.ts'
import { selection, TASK_COLUMNS, taskDraft, versioned } from '../columns.ts'
import { compileOnce, compiler } from '../query/compiled-statement.ts'
import { hasExpectedVersion, hasId, recorded, type Target, type WriteVariant } from '../query/conditions.ts'
import { changed, changedUnless } from '../query/set-changed.ts'
import type { Database, ProjectTable, TaskTable } from '../schema.ts'

/** The tables and CTEs of a write. A new task has no `target`. */
interface WriteTables extends Database {
  parent: Selectable<Pick<ProjectTable, 'id' | 'status'>>
  written: Selectable<Omit<TaskTable, 'status_rank' | 'priority_rank' | 'due_date_missing'>>
}

const RETURNING = versioned('tasks', TASK_COLUMNS)

/**
 * The CTEs `parent` and `target`: the project, with a row lock that blocks a change of its status but not writes to other
 * tasks, and then the task. Every write locks the project first, as the deletion of a project does, so these
 * transactions cannot deadlock.
 */
const lockTarget = (id: string) =>
  compiler
    .with('parent', (db) =>
      db
        .selectFrom('projects')
        .select(['projects.id', 'projects.status'])
        .where('projects.id', '=', (eb) =>
          eb.selectFrom('tasks').select('project_id').where(hasId('tasks', id)),
        )
        .forShare(),
    )
    .with('target', (db) =>
      db
        .selectFrom(['tasks', 'parent'])
        .select(['tasks.id', 'tasks.status', 'tasks.version'])
        .where(hasId('tasks', id))
        .whereRef('tasks.project_id', '=', 'parent.id')
        .forUpdate('tasks'),
    )

/** Completes a write, whose CTE `written` returns the row unless nothing was written. */
const complete = (
  db: QueryCreator<WriteTables>,
  type: 'created' | 'updated' | 'deleted',
  variant: WriteVariant,
) =>
  recorded(db, 'tasks', type, variant)
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
  ({ id }: { id: string }) =>
    compiler
      .selectFrom('tasks')
      .select(selection('tasks', TASK_COLUMNS))
      .select('version')
      .where(hasId('tasks', id)),
  () => true,
)

export const CREATE = compileOnce(
  (input: TaskDraft & { id: string; projectId: string }, variant: WriteVariant) => {
    const values = {
      id: sql`cast(${input.id} as uuid)`,
      project_id: sql.ref('parent.id'),
      status: sql.val(INITIAL_TASK_STATUS),
      ...taskDraft(input),
      created_at: sql.ref('parent.locked_at'),
      updated_at: sql.ref('parent.locked_at'),
    } satisfies Partial<Record<keyof TaskTable, RawBuilder<unknown>>>
    const db = compiler
      .with('locked', (creator) =>
        creator
          .selectFrom('projects')
          .select(['id', 'status'])
          .where(hasId('projects', input.projectId))
          .forShare(),
      )
      .with('parent', (creator) =>
        creator.selectFrom('locked').select(['id', 'status', sql<string>`clock_timestamp()`.as('locked_at')]),
      )
      .with('written', (creator) =>
        creator
          .insertInto('tasks')
          .columns(Object.keys(values) as (keyof typeof values)[])
          .expression((eb) =>
            eb
              .selectFrom('parent')
              .select(Object.entries<RawBuilder<unknown>>(values).map(([name, value]) => value.as(name)))
              .where('parent.status', 'in', WRITABLE_PROJECT_STATUSES),
          )
          .returning(RETURNING),
      )
    return complete(db, 'created', variant)
  },
)

export const UPDATE = compileOnce((values: TaskDraft & Target, variant: WriteVariant) =>
  complete(
    lockTarget(values.id).with('written', (db) =>
      db
        .updateTable('tasks')
        .from(['target', 'parent'])
        .set({ ...taskDraft(values), ...changed('tasks') })
        .where(hasId('tasks', values.id))
        .where('parent.status', 'in', WRITABLE_PROJECT_STATUSES)
        .where(hasExpectedVersion(values.versions, variant.check))
        .returning(RETURNING),
    ),
    'updated',
    variant,
  ).select(PREVIOUS_STATE),
)

export const SET_STATUS = compileOnce(
  (
    { id, versions, status, sources }: Target & { status: TaskStatus; sources: readonly TaskStatus[] },
    variant: WriteVariant,
  ) =>
    complete(
      lockTarget(id).with('written', (db) =>
        db
          .updateTable('tasks')
          .from(['target', 'parent'])
          .set({ status, ...changedUnless('tasks', sql`target.status = ${status}`) })
          .where(hasId('tasks', id))
          .where(sql<boolean>`target.status = any(${sources})`)
          .where('parent.status', 'in', WRITABLE_PROJECT_STATUSES)
          .where(hasExpectedVersion(versions, variant.check))
          .returning(RETURNING),
      ),
      'updated',
      variant,
    ).select(PREVIOUS_STATE),
)

export const DELETE = compileOnce(({ id, versions }: Target, variant: WriteVariant) =>
  complete(
    lockTarget(id).with('written', (db) =>
      db
        .deleteFrom('tasks')
        .using(['target', 'parent'])
        .where(hasId('tasks', id))
        .where('parent.status', 'in', WRITABLE_PROJECT_STATUSES)
        .where(hasExpectedVersion(versions, variant.check))
        .returning(RETURNING),
    ),
    'deleted',
    variant,
  ).select(PREVIOUS_STATE),
)
