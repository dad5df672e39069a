import {
  statusesBefore,
  type Task,
  TASK_STATUSES,
  type TaskDraft,
  type TaskPatch,
  type TaskStatus,
} from '../../domain/task.ts'
import type { ExpectedVersions, Versioned } from '../../domain/version.ts'
import type { Write } from '../../domain/write.ts'
import { toVersioned } from '../columns.ts'
import { bucketOf, isUuid, keyOf, type RowKey } from '../ids.ts'
import type { CompiledStatement, VersionCheck } from '../query/compiled-statement.ts'
import { executeWrite, type Target } from '../query/conditions.ts'
import type { Store } from '../store.ts'

import { insertInto, writesOnShard } from './create-tasks.ts'
import { CHANGE_STATUS, DELETE, FIND, FIND_BUCKET, PATCH, SET_STATUS, UPDATE } from './task-statements.ts'
import { sourcesOf, toWrite, type WriteRow } from './task-write.ts'

export async function findTask(store: Store, id: string): Promise<Versioned<Task> | undefined> {
  const row = await withKey(store, id, async (key) => (await FIND.execute(store, key, undefined))[0])
  return row && toVersioned<Task>(row)
}

/** Creates a task if its project is writable. It is `not-found` if the project does not exist. */
export async function createTask(store: Store, projectId: string, draft: TaskDraft): Promise<Write<Task>> {
  const [row] = await insertInto(store, projectId, [draft])
  return toWrite(row, undefined)
}

/** Creates tasks in the order of the drafts, all or none, under the same conditions. */
export async function createTasks(
  store: Store,
  projectId: string,
  drafts: readonly TaskDraft[],
): Promise<Write<readonly Task[]>> {
  const created: Task[] = []
  for (const row of await insertInto(store, projectId, drafts)) {
    const write = toWrite(row, undefined)
    if (write.outcome !== 'written') return write
    created.push(write.resource)
  }
  if (created.length === 0) return { outcome: 'not-found' }
  created.sort((a, b) => (a.id < b.id ? -1 : 1))
  return { outcome: 'written', resource: created, version: '' }
}

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
export async function setTaskStatus(
  store: Store,
  id: string,
  to: TaskStatus,
  expected: ExpectedVersions | undefined,
): Promise<Write<Task>> {
  if (expected === undefined && isUuid(id) && writesOnShard(store)) {
    const change = { status: to, sources: statusesBefore(to), ...keyOf(id) }
    const [row] = await CHANGE_STATUS.execute(store, change, undefined)
    if (row !== undefined) return toWrite(row, undefined)
  }
  return write(SET_STATUS, store, id, { status: to, sources: sourcesOf(to) }, expected, to)
}

/** Deletes a task if its project is writable and it has one of the expected versions. */
export const deleteTask = (
  store: Store,
  id: string,
  expected: ExpectedVersions | undefined,
): Promise<Write<Task>> => write(DELETE, store, id, {}, expected)

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
