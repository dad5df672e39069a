import { type Kysely, sql } from 'kysely'

import type { PageRequest, ListPage, TaskSortField } from '../../domain/page.ts'
import { WRITABLE_PROJECT_STATUSES } from '../../domain/project.ts'
import {
  INITIAL_TASK_STATUS,
  statusesBefore,
  type Task,
  type TaskDraft,
  type TaskStatus,
} from '../../domain/task.ts'
import type { Versioned, ExpectedVersions } from '../../domain/version.ts'

import { andVersionExpected, hasExpectedVersions } from '../query/expected-version.ts'
import { isUuid, newId } from '../ids.ts'
import { toTask, toVersionedTask, VERSIONED_TASK_COLUMNS } from '../rows.ts'
import type { Database } from '../schema.ts'
import { readPage } from '../query/read-page.ts'
import { compiler, compileOnce } from '../query/compiled-statement.ts'
import { type TaskFilter, taskList } from './task-list.ts'
import {
  PREVIOUS_STATE,
  executeWrite,
  columns,
  lockProject,
  lockTask,
  type TaskChange,
  type TaskWrite,
  toWrite,
  writeStatement,
} from './task-write.ts'

const FIND = compileOnce(
  ({ id }: { id: string }) =>
    compiler.selectFrom('tasks').select(VERSIONED_TASK_COLUMNS).where('id', '=', id),
  () => true,
)

export async function findTask(db: Kysely<Database>, id: string): Promise<Versioned<Task> | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await FIND.execute(db, { id }, undefined)
  return row && toVersionedTask(row)
}

/** Returns undefined when there is no such project. */
export async function listTasks(
  db: Kysely<Database>,
  projectId: string,
  filter: TaskFilter,
  page: PageRequest<TaskSortField>,
): Promise<ListPage<Task> | undefined> {
  if (!isUuid(projectId)) return undefined
  const slice = await readPage(page, taskList(db, projectId, filter, page))
  return slice && { items: slice.rows.map(toTask), total: slice.total }
}

const CREATE = compileOnce(
  ({ id, projectId, title, description, priority, dueDate }: TaskDraft & { id: string; projectId: string }) =>
    writeStatement(sql`
    with parent as (
      select id, status from projects where id = ${projectId} for share
    ), written as (
      insert into tasks (id, project_id, title, description, status, priority, due_date)
      select cast(${id} as uuid), parent.id, ${title}, ${description}, ${INITIAL_TASK_STATUS},
        ${priority}, cast(${dueDate} as date)
      from parent where parent.status = any(${WRITABLE_PROJECT_STATUSES})
      returning ${columns}
    )`),
)

/** Adds a task to a project that may be written to. Returns undefined when there is no such project. */
export async function createTask(
  db: Kysely<Database>,
  projectId: string,
  draft: TaskDraft,
): Promise<TaskWrite | undefined> {
  if (!isUuid(projectId)) return undefined
  const [row] = await CREATE.execute(db, { id: newId(), projectId, ...draft }, undefined)
  return toWrite(row)
}

/** A write to one task, which may be for particular versions of it. */
interface Target {
  id: string
  expected: ExpectedVersions | undefined
}

const UPDATE = compileOnce(
  ({ id, expected, title, description, priority, dueDate }: TaskDraft & Target, particular: boolean) =>
    writeStatement(
      sql`
      with ${lockProject(id)}, ${lockTask(id)}, written as (
        update tasks
        set title = ${title}, description = ${description}, priority = ${priority},
          due_date = ${dueDate}, updated_at = greatest(tasks.updated_at, now()), version = tasks.version + 1
        from target, parent
        where tasks.id = target.id and parent.status = any(${WRITABLE_PROJECT_STATUSES})
          ${andVersionExpected(expected, particular)}
        returning ${columns}
      )`,
      PREVIOUS_STATE,
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
  expected: ExpectedVersions | undefined,
): Promise<TaskChange | undefined> {
  if (!isUuid(id)) return undefined
  return executeWrite(db, UPDATE, { id, expected, ...draft }, hasExpectedVersions(expected))
}

const SET_STATUS = compileOnce(
  (
    { id, expected, status, sources }: Target & { status: TaskStatus; sources: TaskStatus[] },
    particular: boolean,
  ) =>
    writeStatement(
      sql`
      with ${lockProject(id)}, ${lockTask(id)}, written as (
        update tasks
        set status = ${status},
          updated_at = case when target.status = ${status} then tasks.updated_at
            else greatest(tasks.updated_at, now()) end,
          version = case when target.status = ${status} then tasks.version else tasks.version + 1 end
        from target, parent
        where tasks.id = target.id
          and target.status = any(${sources})
          and parent.status = any(${WRITABLE_PROJECT_STATUSES})
          ${andVersionExpected(expected, particular)}
        returning ${columns}
      )`,
      PREVIOUS_STATE,
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
  expected: ExpectedVersions | undefined,
): Promise<TaskChange | undefined> {
  if (!isUuid(id)) return undefined
  const sources = [status, ...statusesBefore(status)]
  return executeWrite(db, SET_STATUS, { id, expected, status, sources }, hasExpectedVersions(expected))
}

const DELETE = compileOnce(({ id, expected }: Target, particular: boolean) =>
  writeStatement(
    sql`
    with ${lockProject(id)}, ${lockTask(id)}, written as (
      delete from tasks using target, parent
      where tasks.id = target.id and parent.status = any(${WRITABLE_PROJECT_STATUSES})
        ${andVersionExpected(expected, particular)}
      returning ${columns}
    )`,
    PREVIOUS_STATE,
  ),
)

/**
 * Deletes a task, if its project may be written to and it is of a version that is expected. Returns undefined when
 * there is no such task.
 */
export async function deleteTask(
  db: Kysely<Database>,
  id: string,
  expected: ExpectedVersions | undefined,
): Promise<TaskChange | undefined> {
  if (!isUuid(id)) return undefined
  return executeWrite(db, DELETE, { id, expected }, hasExpectedVersions(expected))
}
