import { sql } from 'kysely'

import { type ProjectStatus, WRITABLE_PROJECT_STATUSES } from '../../domain/project.ts'
import { INITIAL_TASK_STATUS, type Task, type TaskStatus } from '../../domain/task.ts'
import { type ResourceRow, TASK_COLUMNS } from '../columns.ts'
import { compileWrite } from '../query/compiled-statement.ts'
import type { Target } from '../query/conditions.ts'

import type { NewTasks, Sources } from './task-statements.ts'

/**
 * What a write returns, as a function or as a statement. A new task has no previous state, and one that a concurrent
 * transaction has deleted has none either.
 */
export type WriteRow = ResourceRow<Task> & {
  parentId: string
  projectStatus: ProjectStatus
  previousStatus?: TaskStatus | null
  previousVersion?: string | null
}

const MEMBERS = Object.entries({ ...TASK_COLUMNS, version: 'version' }).map(
  ([member, column]) => sql`(written).${sql.id(column)} as ${sql.id(member)}`,
)

/** Calls a function of `createShardFunctions`, whose parameters these are. */
const callOnShard = (name: string, ...parameters: unknown[]) => sql<WriteRow>`
  select parent_id as "parentId", parent_status as "projectStatus", previous_status as "previousStatus",
    previous_version as "previousVersion", ${sql.join(MEMBERS)}
  from ${sql.id(name)}(${sql.join(parameters)})`

export const CREATE_ON_SHARD = compileWrite(({ bucket, projectId, drafts }: NewTasks) =>
  callOnShard(
    'create_tasks_on_shard',
    ...[bucket, projectId, WRITABLE_PROJECT_STATUSES, INITIAL_TASK_STATUS, drafts],
  ),
)

export const SET_STATUS_ON_SHARD = compileWrite(
  ({ bucket, id, status, sources, versions }: Target & Sources & { status: TaskStatus }, check) =>
    callOnShard(
      'set_task_status_on_shard',
      ...[bucket, id, WRITABLE_PROJECT_STATUSES, status, sources, versions, check],
    ),
)
