import { type Selectable, sql } from 'kysely'

import { WRITABLE_PROJECT_STATUSES } from '../../domain/project.ts'
import { INITIAL_TASK_STATUS, type TaskDraft, type TaskStatus } from '../../domain/task.ts'
import { selection, TASK_COLUMNS } from '../columns.ts'
import type { RowKey } from '../ids.ts'
import { compileOnce, compiler, type VersionCheck } from '../query/compiled-statement.ts'
import type { Target } from '../query/conditions.ts'
import type { TaskTable } from '../schema.ts'

/** Calls a function of `createShardFunctions`, whose parameters these are, and reads the task that it returns. */
const callOnShard = (name: string, ...parameters: unknown[]) => {
  const task = sql<Selectable<TaskTable>>`${sql.id(name)}(${sql.join(parameters)})`.as('tasks')
  return compiler
    .selectFrom(task as unknown as 'tasks')
    .select(selection('tasks', TASK_COLUMNS))
    .select('version')
}

export const CREATE_ON_SHARD = compileOnce((values: TaskDraft & RowKey & { projectId: string }) =>
  callOnShard(
    'create_task_on_shard',
    ...[values.bucket, values.projectId, WRITABLE_PROJECT_STATUSES, values.id, INITIAL_TASK_STATUS],
    ...[values.title, values.description, values.priority, values.dueDate],
  ),
)

export const SET_STATUS_ON_SHARD = compileOnce(
  (values: Target & { check: VersionCheck; status: TaskStatus; sources: readonly TaskStatus[] }) =>
    callOnShard(
      'set_task_status_on_shard',
      ...[values.bucket, values.id, WRITABLE_PROJECT_STATUSES, values.status, values.sources],
      ...[values.versions, values.check],
    ),
)
