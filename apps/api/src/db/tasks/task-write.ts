import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { ProjectStatus } from '../../domain/project.ts'
import type { Task, TaskStatus } from '../../domain/task.ts'
import type { Versioned } from '../../domain/version.ts'

import {
  type NullRow,
  isPresent,
  toVersionedTask,
  VERSIONED_TASK_COLUMNS,
  type VersionedTaskRow,
} from '../rows.ts'
import type { Database } from '../schema.ts'
import type { CompiledStatement } from '../query/compiled-statement.ts'

/** What became of a write: the project that the task belongs to, and the task if it was written. */
export interface TaskWrite {
  projectId: string
  projectStatus: ProjectStatus
  task: Versioned<Task> | undefined
}

/** The status and the version that a task had before the write; null when there was no task any more. */
export interface PreviousState {
  previousStatus: TaskStatus | null
  previousVersion: string | null
}

/** What became of a write to a task that was there before. */
export type TaskChange = TaskWrite & PreviousState

/** A row of a write: its project, and the task if it was written. */
export type Written = (VersionedTaskRow | NullRow<VersionedTaskRow>) & {
  parent_id: string
  parent_status: ProjectStatus
}

/** The columns that every `written` returns. */
export const columns = sql.join(VERSIONED_TASK_COLUMNS.map((column) => sql.ref(`tasks.${column}`)))

/**
 * The project that a task belongs to, locked against a change of its status, but not against other tasks' writes.
 * Every write locks the project before the task, and so does the deletion of a project; none waits in a circle.
 */
export function lockProject(taskId: string): RawBuilder<unknown> {
  return sql`parent as (
    select id, status from projects where id = (select project_id from tasks where id = ${taskId}) for share
  )`
}

/** A task, locked in its project: the `target` of a write that is for a task which is there. */
export function lockTask(taskId: string): RawBuilder<unknown> {
  return sql`target as (
    select tasks.id, tasks.status, tasks.version from tasks, parent
    where tasks.id = ${taskId} and tasks.project_id = parent.id
    for update of tasks
  )`
}

/** What a statement with a `target` says of it. */
export const PREVIOUS_STATE = sql<PreviousState>`
  (select status from target) as "previousStatus", (select version from target) as "previousVersion"`

/** The statement of a write: `parts` are an `parent`, a `written` and what they need. */
export function writeStatement<More = unknown>(
  parts: RawBuilder<unknown>,
  more?: RawBuilder<More>,
): RawBuilder<Written & More> {
  return sql`${parts}
    select parent.id as parent_id, parent.status as parent_status, ${more ? sql`${more}, ` : sql``}written.*
    from parent left join written on true`
}

/** What became of a write, by the row that its statement returned; undefined when there is no parent. */
export function toWrite(row: Written | undefined): TaskWrite | undefined {
  return (
    row && {
      projectId: row.parent_id,
      projectStatus: row.parent_status,
      task: isPresent(row) ? toVersionedTask(row) : undefined,
    }
  )
}

/** Runs the statement of a write with a `target`; undefined when there is no parent. */
export async function executeWrite<Values, Shape>(
  db: Kysely<Database>,
  statement: CompiledStatement<Values, Shape, Written & PreviousState>,
  values: Values,
  shape: Shape,
): Promise<TaskChange | undefined> {
  const [row] = await statement.execute(db, values, shape)
  const write = toWrite(row)
  return (
    write && row && { ...write, previousStatus: row.previousStatus, previousVersion: row.previousVersion }
  )
}
