import { type Kysely, sql } from 'kysely'

import type { PageRequest, Slice, TaskSortField } from '../domain/page.ts'
import { WRITABLE_PROJECT_STATUSES } from '../domain/project.ts'
import {
  INITIAL_TASK_STATUS,
  sourcesOf,
  type Task,
  type TaskDraft,
  type TaskPriority,
  type TaskStatus,
} from '../domain/task.ts'
import type { Versioned, Versions } from '../domain/version.ts'

import { andExpected } from './expected.ts'
import { canBeId, newId } from './ids.ts'
import { taskOrder } from './order.ts'
import { TASK_COLUMNS, toTask, toVersionedTask, VERSIONED_TASK_COLUMNS } from './rows.ts'
import { run } from './run.ts'
import type { Database } from './schema.ts'
import { sliceOf } from './slice.ts'
import { BEFORE, type Before, columns, ownerOf, targetOf, type TaskWrite, write } from './task-write.ts'

export async function findTask(db: Kysely<Database>, id: string): Promise<Versioned<Task> | undefined> {
  if (!canBeId(id)) return undefined
  const row = await run(() =>
    db.selectFrom('tasks').select(VERSIONED_TASK_COLUMNS).where('id', '=', id).executeTakeFirst(),
  )
  return row && toVersionedTask(row)
}

/** Returns undefined when there is no such project. */
export async function listTasks(
  db: Kysely<Database>,
  projectId: string,
  filter: { status?: TaskStatus | undefined; priority?: TaskPriority | undefined },
  page: PageRequest<TaskSortField>,
): Promise<Slice<Task> | undefined> {
  if (!canBeId(projectId)) return undefined
  const { status, priority } = filter
  let listed = db.selectFrom('tasks').where('project_id', '=', projectId)
  if (status !== undefined) listed = listed.where('status', '=', status)
  if (priority !== undefined) listed = listed.where('priority', '=', priority)
  const rows = await run(() =>
    listed
      .select(TASK_COLUMNS)
      .orderBy(taskOrder(page))
      .limit(page.size)
      .offset(page.number * page.size)
      .execute(),
  )
  return sliceOf(rows.map(toTask), page, async () => {
    const counted = await run(() =>
      db
        .selectFrom('projects')
        .where('id', '=', projectId)
        .select(listed.select((e) => e.fn.countAll().as('total')).as('total'))
        .executeTakeFirst(),
    )
    return counted && Number(counted.total)
  })
}

/** Adds a task to a project that may be written to. Returns undefined when there is no such project. */
export async function createTask(
  db: Kysely<Database>,
  projectId: string,
  draft: TaskDraft,
): Promise<TaskWrite | undefined> {
  if (!canBeId(projectId)) return undefined
  const id = newId()
  return write(
    db,
    sql`
    with owner as (
      select id, status from projects where id = ${projectId} for share
    ), written as (
      insert into tasks (id, project_id, title, description, status, priority, due_date)
      select cast(${id} as uuid), owner.id, ${draft.title}, ${draft.description}, ${INITIAL_TASK_STATUS},
        ${draft.priority}, cast(${draft.dueDate} as date)
      from owner where owner.status = any(${WRITABLE_PROJECT_STATUSES})
      returning ${columns}
    )`,
  )
}

/**
 * Replaces a task's members, if its project may be written to and it is of a version that is expected. Returns
 * undefined when there is no such task.
 */
export async function updateTask(
  db: Kysely<Database>,
  id: string,
  draft: TaskDraft,
  expected: Versions | undefined,
): Promise<TaskWrite<Before> | undefined> {
  if (!canBeId(id)) return undefined
  return write(
    db,
    sql`
    with ${ownerOf(id)}, ${targetOf(id)}, written as (
      update tasks
      set title = ${draft.title}, description = ${draft.description}, priority = ${draft.priority},
        due_date = ${draft.dueDate}, updated_at = greatest(tasks.updated_at, now()), version = tasks.version + 1
      from target, owner
      where tasks.id = target.id and owner.status = any(${WRITABLE_PROJECT_STATUSES}) ${andExpected(expected)}
      returning ${columns}
    )`,
    BEFORE,
  )
}

/**
 * Moves a task to a status that it can reach, if its project may be written to and it is of a version that is
 * expected; one that has the status stays as it is. Returns undefined when there is no such task.
 */
export async function setTaskStatus(
  db: Kysely<Database>,
  id: string,
  status: TaskStatus,
  expected: Versions | undefined,
): Promise<TaskWrite<Before> | undefined> {
  if (!canBeId(id)) return undefined
  return write(
    db,
    sql`
    with ${ownerOf(id)}, ${targetOf(id)}, written as (
      update tasks
      set status = ${status},
        updated_at = case when target.status = ${status} then tasks.updated_at
          else greatest(tasks.updated_at, now()) end,
        version = case when target.status = ${status} then tasks.version else tasks.version + 1 end
      from target, owner
      where tasks.id = target.id
        and target.status = any(${[status, ...sourcesOf(status)]})
        and owner.status = any(${WRITABLE_PROJECT_STATUSES}) ${andExpected(expected)}
      returning ${columns}
    )`,
    BEFORE,
  )
}

/**
 * Deletes a task, if its project may be written to and it is of a version that is expected. Returns undefined when
 * there is no such task.
 */
export async function deleteTask(
  db: Kysely<Database>,
  id: string,
  expected: Versions | undefined,
): Promise<TaskWrite<Before> | undefined> {
  if (!canBeId(id)) return undefined
  return write(
    db,
    sql`
    with ${ownerOf(id)}, ${targetOf(id)}, written as (
      delete from tasks using target, owner
      where tasks.id = target.id and owner.status = any(${WRITABLE_PROJECT_STATUSES}) ${andExpected(expected)}
      returning ${columns}
    )`,
    BEFORE,
  )
}
