import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { ProjectStatus } from '../domain/project.ts'
import type { Task, TaskStatus } from '../domain/task.ts'
import type { Versioned } from '../domain/version.ts'

import {
  type Absent,
  isPresent,
  toVersionedTask,
  VERSIONED_TASK_COLUMNS,
  type VersionedTaskRow,
} from './rows.ts'
import type { Database } from './schema.ts'
import type { Statement } from './statement.ts'

/** What became of a write: the project that the task belongs to, and the task if it was written. */
export interface TaskWrite {
  projectId: string
  projectStatus: ProjectStatus
  task: Versioned<Task> | undefined
}

/** The status and the version that a task had before the write; null when there was no task any more. */
export interface Before {
  was: TaskStatus | null
  wasVersion: string | null
}

/** What became of a write to a task that was there before. */
export type TaskChange = TaskWrite & Before

/** A row of a write: its project, and the task if it was written. */
export type Written = (VersionedTaskRow | Absent<VersionedTaskRow>) & {
  owner_id: string
  owner_status: ProjectStatus
}

/** The columns that every `written` returns. */
export const columns = sql.join(VERSIONED_TASK_COLUMNS.map((column) => sql.ref(`tasks.${column}`)))

/**
 * The project that a task belongs to, locked against a change of its status, but not against other tasks' writes.
 * Every write locks the project before the task, and so does the deletion of a project; none waits in a circle.
 */
export function ownerOf(taskId: string): RawBuilder<unknown> {
  return sql`owner as (
    select id, status from projects where id = (select project_id from tasks where id = ${taskId}) for share
  )`
}

/** A task, locked in its project: the `target` of a write that is for a task which is there. */
export function targetOf(taskId: string): RawBuilder<unknown> {
  return sql`target as (
    select tasks.id, tasks.status, tasks.version from tasks, owner
    where tasks.id = ${taskId} and tasks.project_id = owner.id
    for update of tasks
  )`
}

/** What a statement with a `target` says of it. */
export const BEFORE = sql<Before>`
  (select status from target) as was, (select version from target) as "wasVersion"`

/** The statement of a write: `parts` are an `owner`, a `written` and what they need. */
export function withOwner<More = unknown>(
  parts: RawBuilder<unknown>,
  more?: RawBuilder<More>,
): RawBuilder<Written & More> {
  return sql`${parts}
    select owner.id as owner_id, owner.status as owner_status, ${more ? sql`${more}, ` : sql``}written.*
    from owner left join written on true`
}

/** What became of a write, by the row that its statement returned; undefined when there is no owner. */
export function toWrite(row: Written | undefined): TaskWrite | undefined {
  return (
    row && {
      projectId: row.owner_id,
      projectStatus: row.owner_status,
      task: isPresent(row) ? toVersionedTask(row) : undefined,
    }
  )
}

/** Runs the statement of a write with a `target`; undefined when there is no owner. */
export async function change<Values, Shape>(
  db: Kysely<Database>,
  statement: Statement<Values, Shape, Written & Before>,
  values: Values,
  shape: Shape,
): Promise<TaskChange | undefined> {
  const [row] = await statement.execute(db, values, shape)
  const write = toWrite(row)
  return write && row && { ...write, was: row.was, wasVersion: row.wasVersion }
}
