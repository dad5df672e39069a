import type { ListPage, PageRequest, TaskSortField } from '../../domain/page.ts'
import type { ProjectStatus } from '../../domain/project.ts'
import { statusesBefore, type Task, type TaskDraft, type TaskStatus } from '../../domain/task.ts'
import type { ExpectedVersions, Versioned } from '../../domain/version.ts'
import { type ResourceRow, toVersioned } from '../columns.ts'
import { bucketOf, isUuid, keyOf, newTaskId, type RowKey } from '../ids.ts'
import type { CompiledStatement } from '../query/compiled-statement.ts'
import { filterVariant } from '../query/filters.ts'
import { executeWrite, type Target, type WriteVariant } from '../query/conditions.ts'
import type { Store } from '../store.ts'

import { readTaskPage, type TaskFilter } from './task-list.ts'
import { CREATE, DELETE, FIND, FIND_BUCKET, SET_STATUS, UPDATE } from './task-statements.ts'

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

export async function findTask(store: Store, id: string): Promise<Versioned<Task> | undefined> {
  const row = await withKey(store, id, async (key) => (await FIND.execute(store, key, undefined))[0])
  return row && toVersioned<Task>(row)
}

/** Returns undefined if the project does not exist. */
export async function listTasks(
  store: Store,
  projectId: string,
  filter: TaskFilter,
  request: PageRequest<TaskSortField>,
): Promise<ListPage<Task> | undefined> {
  if (!isUuid(projectId)) return undefined
  const { id, bucket } = keyOf(projectId)
  return readTaskPage(store, request, { id, bucket, ...filter }, filterVariant(filter))
}

/** Creates a task if its project is writable. Returns undefined if the project does not exist. */
export async function createTask(
  store: Store,
  projectId: string,
  draft: TaskDraft,
): Promise<TaskWrite | undefined> {
  if (!isUuid(projectId)) return undefined
  const variant = { check: 'none', record: store.recordsChanges } as const
  const { id, bucket } = keyOf(newTaskId(projectId))
  const [row] = await CREATE.execute(store, { id, bucket, projectId, ...draft }, variant)
  return toWrite(row)
}

/**
 * Replaces the fields of a task if its project is writable and it has one of the expected versions. Returns undefined
 * if the task does not exist.
 */
export const updateTask = (
  store: Store,
  id: string,
  draft: TaskDraft,
  expected: ExpectedVersions | undefined,
): Promise<TaskWrite | undefined> => write(UPDATE, store, id, draft, expected)

/**
 * Changes the status of a task if the transition is allowed, its project is writable and it has one of the expected
 * versions. A task that already has the status stays unchanged. Returns undefined if the task does not exist.
 */
export function setTaskStatus(
  store: Store,
  id: string,
  status: TaskStatus,
  expected: ExpectedVersions | undefined,
): Promise<TaskWrite | undefined> {
  const sources = [status, ...statusesBefore(status)]
  return write(SET_STATUS, store, id, { status, sources }, expected)
}

/**
 * Deletes a task if its project is writable and it has one of the expected versions. Returns undefined if the task
 * does not exist.
 */
export const deleteTask = (
  store: Store,
  id: string,
  expected: ExpectedVersions | undefined,
): Promise<TaskWrite | undefined> => write(DELETE, store, id, {}, expected)

async function write<Values>(
  statement: CompiledStatement<Values & Target, WriteVariant, WriteRow>,
  store: Store,
  id: string,
  values: Values,
  expected: ExpectedVersions | undefined,
): Promise<TaskWrite | undefined> {
  return toWrite(await withKey(store, id, (key) => executeWrite(statement, store, key, values, expected)))
}

/**
 * Executes a statement for the task with an id. If it finds no row, the bucket is looked up by the id alone: tasks that
 * versions before buckets have created do not carry it in their ids.
 */
async function withKey<Row>(
  store: Store,
  id: string,
  execute: (key: RowKey) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  if (!isUuid(id)) return undefined
  const found = await execute(keyOf(id))
  if (found !== undefined) return found
  const [row] = await FIND_BUCKET.execute(store, { id }, undefined)
  const hasOther = row !== undefined && row.bucket !== bucketOf(id)
  store.countBucketLookup(hasOther ? 'found' : 'not_found')
  return hasOther ? execute({ id, bucket: row.bucket }) : undefined
}

/** A new task has no previous state. */
type WriteRow = ResourceRow<Task> &
  Pick<TaskWrite, 'projectStatus'> &
  Partial<Pick<TaskWrite, 'previousStatus' | 'previousVersion'>> & { parentId: string }

function toWrite(written: WriteRow | undefined): TaskWrite | undefined {
  if (written === undefined) return undefined
  const { parentId, projectStatus, previousStatus = null, previousVersion = null, version, ...task } = written
  return {
    projectId: parentId,
    projectStatus,
    task: version === null ? undefined : { resource: task as Task, version },
    previousStatus,
    previousVersion,
  }
}
