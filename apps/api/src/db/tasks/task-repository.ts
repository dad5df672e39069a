import { isWritable } from '../../domain/project.ts'
import {
  statusesBefore,
  type Task,
  TASK_STATUSES,
  type TaskDraft,
  type TaskPatch,
  type TaskStatus,
} from '../../domain/task.ts'
import { type ExpectedVersions, matchesVersion, type Versioned } from '../../domain/version.ts'
import type { Write } from '../../domain/write.ts'
import { toVersioned } from '../columns.ts'
import { bucketOf, isUuid, keyOf, newTaskId, type RowKey } from '../ids.ts'
import type { CompiledStatement, VersionCheck } from '../query/compiled-statement.ts'
import { executeWrite, type Target } from '../query/conditions.ts'
import type { Store } from '../store.ts'

import { CREATE_ON_SHARD, SET_STATUS_ON_SHARD, type WriteRow } from './task-shard-functions.ts'
import {
  CREATE,
  CREATE_SEVERAL,
  DELETE,
  FIND,
  FIND_BUCKET,
  PATCH,
  SET_STATUS,
  UPDATE,
} from './task-statements.ts'

export async function findTask(store: Store, id: string): Promise<Versioned<Task> | undefined> {
  const row = await withKey(store, id, async (key) => (await FIND.execute(store, key, undefined))[0])
  return row && toVersioned<Task>(row)
}

/** Creates a task if its project is writable. It is `not-found` if the project does not exist. */
export async function createTask(store: Store, projectId: string, draft: TaskDraft): Promise<Write<Task>> {
  if (!isUuid(projectId)) return { outcome: 'not-found' }
  const { id, bucket } = keyOf(newTaskId(projectId))
  const [row] = canWriteOnShard(store)
    ? await CREATE_ON_SHARD.execute(store, { bucket, projectId, drafts: toJson([id], [draft]) }, 'none')
    : await CREATE.execute(store, { id, bucket, projectId, ...draft }, 'none')
  return toWrite(row, undefined)
}

/** Creates tasks in the order of the drafts, all or none, under the same conditions. */
export async function createTasks(
  store: Store,
  projectId: string,
  drafts: readonly TaskDraft[],
): Promise<Write<readonly Task[]>> {
  if (!isUuid(projectId)) return { outcome: 'not-found' }
  const ids = drafts.map(() => newTaskId(projectId)).sort()
  const values = { drafts: toJson(ids, drafts), bucket: bucketOf(projectId), projectId }
  const statement = canWriteOnShard(store) ? CREATE_ON_SHARD : CREATE_SEVERAL
  const rows = await statement.execute(store, values, 'none')
  const byId = new Map(rows.map((row) => [row.id, toWrite(row, undefined)]))
  const tasks: Task[] = []
  for (const id of ids) {
    const write = byId.get(id) ?? toWrite(rows[0], undefined)
    if (write.outcome !== 'written') return write
    tasks.push(write.resource)
  }
  return { outcome: 'written', resource: tasks, version: '' }
}

const toJson = (ids: readonly string[], drafts: readonly TaskDraft[]): string =>
  JSON.stringify(drafts.map((draft, i) => ({ id: ids[i], ...draft })))

/** Replaces the fields of a task if its project is writable and it has one of the expected versions. */
export const updateTask = (
  store: Store,
  id: string,
  draft: TaskDraft,
  expected: ExpectedVersions | undefined,
): Promise<Write<Task>> => write(UPDATE, store, id, { ...draft, sources: TASK_STATUSES }, expected)

/**
 * Changes the fields of a task that the patch has, under the same conditions, and its status if the transition is allowed.
 * A task stays unchanged if the patch has its current values.
 */
export function patchTask(
  store: Store,
  id: string,
  patch: TaskPatch,
  expected: ExpectedVersions | undefined,
): Promise<Write<Task>> {
  const { status: to } = patch
  const sources = to === undefined ? TASK_STATUSES : sourcesOf(to)
  return write(PATCH, store, id, { patch: JSON.stringify(patch), sources }, expected, to)
}

/**
 * Changes the status of a task if the transition is allowed, its project is writable and it has one of the expected
 * versions. A task that already has the status stays unchanged.
 */
export function setTaskStatus(
  store: Store,
  id: string,
  to: TaskStatus,
  expected: ExpectedVersions | undefined,
): Promise<Write<Task>> {
  const statement = canWriteOnShard(store) ? SET_STATUS_ON_SHARD : SET_STATUS
  return write(statement, store, id, { status: to, sources: sourcesOf(to) }, expected, to)
}

/** Whether the functions for distributed tables are called. They do not record changes. */
const canWriteOnShard = (store: Store): boolean => store.isDistributed && store.recorder === undefined

/** Deletes a task if its project is writable and it has one of the expected versions. */
export const deleteTask = (
  store: Store,
  id: string,
  expected: ExpectedVersions | undefined,
): Promise<Write<Task>> => write(DELETE, store, id, {}, expected)

/** The statuses of a task that can get a status, or has it already. */
const sourcesOf = (to: TaskStatus): TaskStatus[] => [to, ...statusesBefore(to)]

async function write<Values>(
  statement: CompiledStatement<Values & Target, VersionCheck, WriteRow>,
  store: Store,
  id: string,
  values: Values,
  expected: ExpectedVersions | undefined,
  to?: TaskStatus,
): Promise<Write<Task>> {
  const execute = (key: RowKey) => executeWrite(statement, store, key, values, expected)
  return toWrite(await withKey(store, id, execute), expected, to)
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
  return row === undefined || row.bucket === bucketOf(id) ? undefined : execute({ id, bucket: row.bucket })
}

/**
 * The outcome of a write, by the first reason why nothing was written. That a task cannot move at all is more important
 * than its project: it could not after the project is reactivated, either.
 */
function toWrite(
  row: WriteRow | undefined,
  expected: ExpectedVersions | undefined,
  to?: TaskStatus,
): Write<Task> {
  if (row === undefined) return { outcome: 'not-found' }
  const { parentId, projectStatus, previousStatus: from, previousVersion, version, ...task } = row
  if (version !== null) return { outcome: 'written', resource: task as Task, version }
  if (previousVersion && !matchesVersion(expected, previousVersion))
    return { outcome: 'other-version', version: previousVersion }
  const change = from && to ? { from, to } : undefined
  if (change && !sourcesOf(change.to).includes(change.from))
    return { outcome: 'transition-refused', ...change }
  return isWritable(projectStatus)
    ? { outcome: 'not-found' }
    : { outcome: 'read-only', projectId: parentId, status: projectStatus, change }
}
