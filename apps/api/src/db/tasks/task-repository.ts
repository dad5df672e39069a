import { type Kysely, sql } from 'kysely'

import type { ListPage, PageRequest, TaskSortField } from '../../domain/page.ts'
import { WRITABLE_PROJECT_STATUSES } from '../../domain/project.ts'
import {
  INITIAL_TASK_STATUS,
  statusesBefore,
  type Task,
  type TaskDraft,
  type TaskStatus,
} from '../../domain/task.ts'
import type { ExpectedVersions, Versioned } from '../../domain/version.ts'
import { recordTaskChange } from '../changes/record-change.ts'
import { isUuid, newId } from '../ids.ts'
import { compileOnce, compiler } from '../query/compiled-statement.ts'
import { andVersionExpected, toVersionCheck, type WriteVariant } from '../query/expected-version.ts'
import { toTask, toVersionedTask, VERSIONED_TASK_COLUMNS } from '../rows.ts'
import type { Database } from '../schema.ts'

import { readTaskPage, type TaskFilter } from './task-list.ts'
import {
  executeWrite,
  lockProject,
  lockTask,
  returning,
  type TaskWrite,
  writeStatement,
} from './task-write.ts'

const FIND = compileOnce(
  ({ id }: { id: string }) =>
    compiler.selectFrom('tasks').select(VERSIONED_TASK_COLUMNS).where('id', '=', id),
  { canPipeline: () => true },
)

export async function findTask(db: Kysely<Database>, id: string): Promise<Versioned<Task> | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await FIND.execute(db, { id }, undefined)
  return row && toVersionedTask(row)
}

/** Returns undefined if the project does not exist. */
export async function listTasks(
  db: Kysely<Database>,
  projectId: string,
  filter: TaskFilter,
  request: PageRequest<TaskSortField>,
): Promise<ListPage<Task> | undefined> {
  if (!isUuid(projectId)) return undefined
  const variant = { byStatus: filter.status !== undefined, byPriority: filter.priority !== undefined }
  const page = await readTaskPage(db, request, { projectId, ...filter }, variant)
  return page && { ...page, items: page.items.map(toTask) }
}

const CREATE = compileOnce(
  (
    { id, projectId, title, description, priority, dueDate }: TaskDraft & { id: string; projectId: string },
    { record }: WriteVariant,
  ) =>
    writeStatement(
      sql`
      with parent as (
        select id, status, clock_timestamp() as locked_at from (
          select id, status from projects where id = ${projectId} for share
        ) as locked
      ), written as (
        insert into tasks (id, project_id, title, description, status, priority, due_date, created_at, updated_at)
        select cast(${id} as uuid), parent.id, ${title}, ${description}, ${INITIAL_TASK_STATUS},
          ${priority}, cast(${dueDate} as date), parent.locked_at, parent.locked_at
        from parent where parent.status = any(${WRITABLE_PROJECT_STATUSES})
        returning ${returning}
      )${recordTaskChange('created', record)}`,
      { hasTarget: false },
    ),
)

/** Creates a task if its project is writable. Returns undefined if the project does not exist. */
export async function createTask(
  db: Kysely<Database>,
  projectId: string,
  draft: TaskDraft,
): Promise<TaskWrite | undefined> {
  if (!isUuid(projectId)) return undefined
  return executeWrite(db, CREATE, { id: newId(), projectId, ...draft }, 'none')
}

interface Target {
  id: string
  versions: readonly string[]
}

const UPDATE = compileOnce(
  (
    { id, versions, title, description, priority, dueDate }: TaskDraft & Target,
    { check, record }: WriteVariant,
  ) =>
    writeStatement(
      sql`
      with ${lockProject(id)}, ${lockTask(id)}, written as (
        update tasks
        set title = ${title}, description = ${description}, priority = ${priority},
          due_date = ${dueDate}, updated_at = greatest(tasks.updated_at, clock_timestamp()), version = tasks.version + 1
        from target, parent
        where tasks.id = target.id and parent.status = any(${WRITABLE_PROJECT_STATUSES})
          ${andVersionExpected(versions, check)}
        returning ${returning}
      )${recordTaskChange('updated', record)}`,
      { hasTarget: true },
    ),
)

/**
 * Replaces the fields of a task if its project is writable and it has one of the expected versions. Returns undefined
 * if the task does not exist.
 */
export async function updateTask(
  db: Kysely<Database>,
  id: string,
  draft: TaskDraft,
  expected: ExpectedVersions | undefined,
): Promise<TaskWrite | undefined> {
  if (!isUuid(id)) return undefined
  const { versions, check } = toVersionCheck(expected)
  return executeWrite(db, UPDATE, { id, versions, ...draft }, check)
}

const SET_STATUS = compileOnce(
  (
    { id, versions, status, sources }: Target & { status: TaskStatus; sources: TaskStatus[] },
    { check, record }: WriteVariant,
  ) =>
    writeStatement(
      sql`
      with ${lockProject(id)}, ${lockTask(id)}, written as (
        update tasks
        set status = ${status},
          updated_at = case when target.status = ${status} then tasks.updated_at
            else greatest(tasks.updated_at, clock_timestamp()) end,
          version = case when target.status = ${status} then tasks.version else tasks.version + 1 end
        from target, parent
        where tasks.id = target.id
          and target.status = any(${sources})
          and parent.status = any(${WRITABLE_PROJECT_STATUSES})
          ${andVersionExpected(versions, check)}
        returning ${returning}
      )${recordTaskChange('updated', record)}`,
      { hasTarget: true },
    ),
)

/**
 * Changes the status of a task if the transition is allowed, its project is writable and it has one of the expected
 * versions. A task that already has the status stays unchanged. Returns undefined if the task does not exist.
 */
export async function setTaskStatus(
  db: Kysely<Database>,
  id: string,
  status: TaskStatus,
  expected: ExpectedVersions | undefined,
): Promise<TaskWrite | undefined> {
  if (!isUuid(id)) return undefined
  const sources = [status, ...statusesBefore(status)]
  const { versions, check } = toVersionCheck(expected)
  return executeWrite(db, SET_STATUS, { id, versions, status, sources }, check)
}

const DELETE = compileOnce(({ id, versions }: Target, { check, record }: WriteVariant) =>
  writeStatement(
    sql`
    with ${lockProject(id)}, ${lockTask(id)}, written as (
      delete from tasks using target, parent
      where tasks.id = target.id and parent.status = any(${WRITABLE_PROJECT_STATUSES})
        ${andVersionExpected(versions, check)}
      returning ${returning}
    )${recordTaskChange('deleted', record)}`,
    { hasTarget: true },
  ),
)

/**
 * Deletes a task if its project is writable and it has one of the expected versions. Returns undefined if the task
 * does not exist.
 */
export async function deleteTask(
  db: Kysely<Database>,
  id: string,
  expected: ExpectedVersions | undefined,
): Promise<TaskWrite | undefined> {
  if (!isUuid(id)) return undefined
  const { versions, check } = toVersionCheck(expected)
  return executeWrite(db, DELETE, { id, versions }, check)
}
