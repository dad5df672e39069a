import type { Store } from '../db/store.ts'
import { ALL_TASK_FILTERS, TASK_FILTERS } from '../db/tasks/task-list.ts'
import * as tasks from '../db/tasks/task-repository.ts'
import { requireExpectedVersion, ResourceNotFound } from '../domain/errors.ts'
import type { AllTasksSortField, TaskSortField } from '../domain/page.ts'
import { DEFAULT_TASK_PRIORITY, type Task, type TaskDraft, type TaskPatch } from '../domain/task.ts'
import type { ExpectedVersions } from '../domain/version.ts'
import { requireWritten, type Write } from '../domain/write.ts'

import { type HandlerInput, type Handlers, toResourceResponse } from './handler.ts'
import { type ListRequest, toListRequest, toListResponse } from './list.ts'
import { type ReadOnlyMembers, writeSentBack } from './send-back.ts'

export const taskHandlers = {
  async createTask(store, { path, body }) {
    const write = await tasks.createTask(store, path.projectId, toDraft(body))
    const { resource, version } = requireWritten('Project', path.projectId, write)
    return { status: 201, body: resource, version, location: `/api/v1/tasks/${resource.id}` }
  },

  async createTasks(store, { path, body }) {
    const write = await tasks.createTasks(store, path.projectId, body.map(toDraft))
    return { status: 201, body: [...requireWritten('Project', path.projectId, write).resource] }
  },

  async listTasks(store, { path, query }) {
    const url = `/api/v1/projects/${path.projectId}/tasks`
    const find = (id: string) => tasks.findTask(store, id)
    const request: ListRequest<TaskSortField> = await toListRequest(url, TASK_FILTERS, query, find)
    const page = await tasks.listTasks(store, path.projectId, query, request)
    if (page === undefined) throw new ResourceNotFound('Project', path.projectId)
    return toListResponse(request, page)
  },

  async listAllTasks(store, { query }) {
    const find = (id: string) => tasks.findTask(store, id)
    const request: ListRequest<AllTasksSortField> = await toListRequest(
      '/api/v1/tasks',
      ALL_TASK_FILTERS,
      query,
      find,
    )
    return toListResponse(request, await tasks.listAllTasks(store, query, request))
  },

  async getTask(store, { path, expected }) {
    const task = await tasks.findTask(store, path.id)
    if (task === undefined) throw new ResourceNotFound('Task', path.id)
    requireExpectedVersion('Task', path.id, task.version, expected)
    return toResourceResponse(task)
  },

  updateTask: (store, { path, body, expected }) =>
    writeMembers(store, path.id, body, expected, (versions) =>
      tasks.updateTask(store, path.id, toDraft(body), versions),
    ),

  patchTask: (store, { path, body, expected }) =>
    writeMembers(store, path.id, { ...body, status: undefined }, expected, (versions) =>
      tasks.patchTask(store, path.id, toPatch(body), versions),
    ),

  async updateTaskStatus(store, { path, body, expected }) {
    const write = await tasks.setTaskStatus(store, path.id, body.status, expected)
    return toResourceResponse(requireWritten('Task', path.id, write))
  },

  async deleteTask(store, { path, expected }) {
    requireWritten('Task', path.id, await tasks.deleteTask(store, path.id, expected))
    return { status: 204 }
  },
} satisfies Partial<Handlers>

/** Writes the members of a task that clients set, if the others in the body have their current values. */
async function writeMembers(
  store: Store,
  id: string,
  { id: sentId, projectId, status, createdAt, updatedAt }: ReadOnlyMembers,
  expected: ExpectedVersions | undefined,
  write: (expected: ExpectedVersions | undefined) => Promise<Write<Task>>,
) {
  const sent = { id: sentId, projectId, createdAt, updatedAt, status }
  const find = () => tasks.findTask(store, id)
  return toResourceResponse(await writeSentBack<Task>({ type: 'Task', id, sent, expected, find, write }))
}

/** JSON leaves out members that are undefined, which the body does not have. */
function toPatch(body: HandlerInput<'patchTask'>['body']): TaskPatch {
  return {
    title: body.title,
    description: body.description,
    priority: body.priority === null ? DEFAULT_TASK_PRIORITY : body.priority,
    dueDate: body.dueDate,
    status: body.status,
  } satisfies Record<keyof TaskPatch, unknown> as TaskPatch
}

function toDraft(body: HandlerInput<'createTask' | 'updateTask'>['body']): TaskDraft {
  return {
    title: body.title,
    description: body.description ?? null,
    priority: body.priority ?? DEFAULT_TASK_PRIORITY,
    dueDate: body.dueDate ?? null,
  }
}
