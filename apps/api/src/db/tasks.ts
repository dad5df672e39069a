import { type Kysely, sql } from 'kysely'

import type { PageRequest, Slice, TaskSortField } from '../domain/page.ts'
import { WRITABLE_PROJECT_STATUSES } from '../domain/project.ts'
import { INITIAL_TASK_STATUS, sourcesOf, type Task, type TaskDraft, type TaskStatus } from '../domain/task.ts'
import type { Versioned, Versions } from '../domain/version.ts'

import { andExpected, isParticular } from './expected.ts'
import { canBeId, newId } from './ids.ts'
import { toTask, toVersionedTask, VERSIONED_TASK_COLUMNS } from './rows.ts'
import type { Database } from './schema.ts'
import { readSlice } from './slice.ts'
import { compiler, statement } from './statement.ts'
import { type TaskFilter, taskList } from './task-list.ts'
import {
  BEFORE,
  change,
  columns,
  ownerOf,
  targetOf,
  type TaskChange,
  type TaskWrite,
  toWrite,
  withOwner,
} from './task-write.ts'

const FIND = statement(
  ({ id }: { id: string }) =>
    compiler.selectFrom('tasks').select(VERSIONED_TASK_COLUMNS).where('id', '=', id),
  () => true,
)

export async function findTask(db: Kysely<Database>, id: string): Promise<Versioned<Task> | undefined> {
  if (!canBeId(id)) return undefined
  const [row] = await FIND.execute(db, { id }, undefined)
  return row && toVersionedTask(row)
}

/** Returns undefined when there is no such project. */
export async function listTasks(
  db: Kysely<Database>,
  projectId: string,
  filter: TaskFilter,
  page: PageRequest<TaskSortField>,
): Promise<Slice<Task> | undefined> {
  if (!canBeId(projectId)) return undefined
  const slice = await readSlice(page, taskList(db, projectId, filter, page))
  return slice && { items: slice.rows.map(toTask), total: slice.total }
}

const CREATE = statement(
  ({ id, projectId, title, description, priority, dueDate }: TaskDraft & { id: string; projectId: string }) =>
    withOwner(sql`
    with owner as (
      select id, status from projects where id = ${projectId} for share
    ), written as (
      insert into tasks (id, project_id, title, description, status, priority, due_date)
      select cast(${id} as uuid), owner.id, ${title}, ${description}, ${INITIAL_TASK_STATUS},
        ${priority}, cast(${dueDate} as date)
      from owner where owner.status = any(${WRITABLE_PROJECT_STATUSES})
      returning ${columns}
    )`),
)

/** Adds a task to a project that may be written to. Returns undefined when there is no such project. */
export async function createTask(
  db: Kysely<Database>,
  projectId: string,
  draft: TaskDraft,
): Promise<TaskWrite | undefined> {
  if (!canBeId(projectId)) return undefined
  const [row] = await CREATE.execute(db, { id: newId(), projectId, ...draft }, undefined)
  return toWrite(row)
}

/** A write to one task, which may be for particular versions of it. */
interface Target {
  id: string
  expected: Versions | undefined
}

const UPDATE = statement(
  ({ id, expected, title, description, priority, dueDate }: TaskDraft & Target, particular: boolean) =>
    withOwner(
      sql`
      with ${ownerOf(id)}, ${targetOf(id)}, written as (
        update tasks
        set title = ${title}, description = ${description}, priority = ${priority},
          due_date = ${dueDate}, updated_at = greatest(tasks.updated_at, now()), version = tasks.version + 1
        from target, owner
        where tasks.id = target.id and owner.status = any(${WRITABLE_PROJECT_STATUSES})
          ${andExpected(expected, particular)}
        returning ${columns}
      )`,
      BEFORE,
    ),
)

/**
 * Replaces a task's members, if its project may be written to and it is of a version that is expected. Returns
 * undefined when there is no such task.
 */
export async function updateTask(
  db: Kysely<Database>,
  id: string,
  draft: TaskDraft,
  expected: Versions | undefined,
): Promise<TaskChange | undefined> {
  if (!canBeId(id)) return undefined
  return change(db, UPDATE, { id, expected, ...draft }, isParticular(expected))
}

const SET_STATUS = statement(
  (
    { id, expected, status, sources }: Target & { status: TaskStatus; sources: TaskStatus[] },
    particular: boolean,
  ) =>
    withOwner(
      sql`
      with ${ownerOf(id)}, ${targetOf(id)}, written as (
        update tasks
        set status = ${status},
          updated_at = case when target.status = ${status} then tasks.updated_at
            else greatest(tasks.updated_at, now()) end,
          version = case when target.status = ${status} then tasks.version else tasks.version + 1 end
        from target, owner
        where tasks.id = target.id
          and target.status = any(${sources})
          and owner.status = any(${WRITABLE_PROJECT_STATUSES})
          ${andExpected(expected, particular)}
        returning ${columns}
      )`,
      BEFORE,
    ),
)

/**
 * Moves a task to a status that it can reach, if its project may be written to and it is of a version that is
 * expected; one that has the status stays as it is. Returns undefined when there is no such task.
 */
export async function setTaskStatus(
  db: Kysely<Database>,
  id: string,
  status: TaskStatus,
  expected: Versions | undefined,
): Promise<TaskChange | undefined> {
  if (!canBeId(id)) return undefined
  const sources = [status, ...sourcesOf(status)]
  return change(db, SET_STATUS, { id, expected, status, sources }, isParticular(expected))
}

const DELETE = statement(({ id, expected }: Target, particular: boolean) =>
  withOwner(
    sql`
    with ${ownerOf(id)}, ${targetOf(id)}, written as (
      delete from tasks using target, owner
      where tasks.id = target.id and owner.status = any(${WRITABLE_PROJECT_STATUSES})
        ${andExpected(expected, particular)}
      returning ${columns}
    )`,
    BEFORE,
  ),
)

/**
 * Deletes a task, if its project may be written to and it is of a version that is expected. Returns undefined when
 * there is no such task.
 */
export async function deleteTask(
  db: Kysely<Database>,
  id: string,
  expected: Versions | undefined,
): Promise<TaskChange | undefined> {
  if (!canBeId(id)) return undefined
  return change(db, DELETE, { id, expected }, isParticular(expected))
}
