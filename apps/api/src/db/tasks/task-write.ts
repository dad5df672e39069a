import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { ProjectStatus } from '../../domain/project.ts'
import type { Task, TaskStatus } from '../../domain/task.ts'
import type { Versioned } from '../../domain/version.ts'
import { recordsChanges } from '../driver/portable-dialect.ts'
import type { CompiledStatement } from '../query/compiled-statement.ts'
import type { VersionCheck, WriteVariant } from '../query/expected-version.ts'
import {
  isPresent,
  type NullRow,
  toVersionedTask,
  VERSIONED_TASK_COLUMNS,
  type VersionedTaskRow,
} from '../rows.ts'
import type { Database } from '../schema.ts'

/** The result of a write to a task whose project exists. */
export interface TaskWrite {
  projectId: string
  projectStatus: ProjectStatus
  /** The task after the write; undefined if nothing was written. */
  task: Versioned<Task> | undefined
  /** Before the write; null if the task was created by it, or was deleted by a concurrent transaction. */
  previousStatus: TaskStatus | null
  previousVersion: string | null
}

type WriteRow = (VersionedTaskRow | NullRow<VersionedTaskRow>) &
  Pick<TaskWrite, 'projectStatus' | 'previousStatus' | 'previousVersion'> & { parentId: string }

/** The columns that each `written` CTE returns. */
export const returning = sql.join(VERSIONED_TASK_COLUMNS.map((column) => sql.ref(`tasks.${column}`)))

/**
 * The CTE `parent`: the project of a task, with a row lock that blocks a change of the project's status but not writes
 * to other tasks. Every write locks the project before the task, as the deletion of a project does, so these
 * transactions cannot deadlock.
 */
export function lockProject(taskId: string): RawBuilder<unknown> {
  return sql`parent as (
    select id, status from projects where id = (select project_id from tasks where id = ${taskId}) for share
  )`
}

/** The CTE `target`: the task itself, locked for update. */
export function lockTask(taskId: string): RawBuilder<unknown> {
  return sql`target as (
    select tasks.id, tasks.status, tasks.version from tasks, parent
    where tasks.id = ${taskId} and tasks.project_id = parent.id
    for update of tasks
  )`
}

const TARGET_STATE = sql`
  (select status from target) as "previousStatus", (select version from target) as "previousVersion"`
const NO_TARGET = sql`null as "previousStatus", null as "previousVersion"`

/** Completes the statement of a write. `ctes` define `parent`, `written`, and `target` if there is one. */
export function writeStatement(
  ctes: RawBuilder<unknown>,
  { hasTarget }: { hasTarget: boolean },
): RawBuilder<WriteRow> {
  return sql`${ctes}
    select parent.id as "parentId", parent.status as "projectStatus",
      ${hasTarget ? TARGET_STATE : NO_TARGET}, written.*
    from parent left join written on true`
}

/** Executes the statement of a write. Returns undefined if the project does not exist. */
export async function executeWrite<Values>(
  db: Kysely<Database>,
  statement: CompiledStatement<Values, WriteVariant, WriteRow>,
  values: Values,
  check: VersionCheck,
): Promise<TaskWrite | undefined> {
  const [row] = await statement.execute(db, values, { check, record: recordsChanges(db) })
  if (row === undefined) return undefined
  const { parentId, projectStatus, previousStatus, previousVersion } = row
  const task = isPresent(row) ? toVersionedTask(row) : undefined
  return { projectId: parentId, projectStatus, task, previousStatus, previousVersion }
}
