import type { ListPage, PageRequest, TaskSortField } from '../../domain/page.ts'
import type { ProjectStatus } from '../../domain/project.ts'
import { statusesBefore, type Task, type TaskDraft, type TaskStatus } from '../../domain/task.ts'
import type { ExpectedVersions, Versioned } from '../../domain/version.ts'
import { toVersioned } from '../columns.ts'
import { isUuid, newId } from '../ids.ts'
import { toVersionCheck } from '../query/conditions.ts'
import type { Store } from '../store.ts'

import { readTaskPage, type TaskFilter } from './task-list.ts'
import { CREATE, DELETE, FIND, SET_STATUS, UPDATE } from './task-statements.ts'

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
  if (!isUuid(id)) return undefined
  const [row] = await FIND.execute(store, { id }, undefined)
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
  const variant = { byStatus: filter.status !== undefined, byPriority: filter.priority !== undefined }
  return readTaskPage(store, request, { projectId, ...filter }, variant)
}

/** Creates a task if its project is writable. Returns undefined if the project does not exist. */
export async function createTask(
  store: Store,
  projectId: string,
  draft: TaskDraft,
): Promise<TaskWrite | undefined> {
  if (!isUuid(projectId)) return undefined
  const variant = { check: 'none', record: store.recordsChanges } as const
  const [row] = await CREATE.execute(store, { id: newId(), projectId, ...draft }, variant)
  return row && toWrite({ ...row, previousStatus: null, previousVersion: null })
}

/**
 * Replaces the fields of a task if its project is writable and it has one of the expected versions. Returns undefined
 * if the task does not exist.
 */
export async function updateTask(
  store: Store,
  id: string,
  draft: TaskDraft,
  expected: ExpectedVersions | undefined,
): Promise<TaskWrite | undefined> {
  if (!isUuid(id)) return undefined
  const { versions, check } = toVersionCheck(expected)
  const [row] = await UPDATE.execute(
    store,
    { id, versions, ...draft },
    { check, record: store.recordsChanges },
  )
  return row && toWrite(row)
}

/**
 * Changes the status of a task if the transition is allowed, its project is writable and it has one of the expected
 * versions. A task that already has the status stays unchanged. Returns undefined if the task does not exist.
 */
export async function setTaskStatus(
  store: Store,
  id: string,
  status: TaskStatus,
  expected: ExpectedVersions | undefined,
): Promise<TaskWrite | undefined> {
  if (!isUuid(id)) return undefined
  const sources = [status, ...statusesBefore(status)]
  const { versions, check } = toVersionCheck(expected)
  const [row] = await SET_STATUS.execute(
    store,
    { id, versions, status, sources },
    { check, record: store.recordsChanges },
  )
  return row && toWrite(row)
}

/**
 * Deletes a task if its project is writable and it has one of the expected versions. Returns undefined if the task
 * does not exist.
 */
export async function deleteTask(
  store: Store,
  id: string,
  expected: ExpectedVersions | undefined,
): Promise<TaskWrite | undefined> {
  if (!isUuid(id)) return undefined
  const { versions, check } = toVersionCheck(expected)
  const [row] = await DELETE.execute(store, { id, versions }, { check, record: store.recordsChanges })
  return row && toWrite(row)
}

type WriteRow = Omit<TaskWrite, 'projectId' | 'task'> & { parentId: string; version: string | null } & {
  [Member in keyof Task]: Task[Member] | null
}

function toWrite({ parentId, projectStatus, previousStatus, previousVersion, ...row }: WriteRow): TaskWrite {
  return { projectId: parentId, projectStatus, task: toVersioned<Task>(row), previousStatus, previousVersion }
}
