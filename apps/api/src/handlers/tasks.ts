import type { TaskFilter } from '../db/tasks/task-list.ts'
import * as tasks from '../db/tasks/task-repository.ts'
import { requireExpectedVersion, ResourceNotFound } from '../domain/errors.ts'
import type { TaskSortField } from '../domain/page.ts'
import { DEFAULT_TASK_PRIORITY, type TaskDraft } from '../domain/task.ts'
import { requireWritten } from '../domain/write.ts'

import { type HandlerInput, type Handlers, toResourceResponse } from './handler.ts'
import { type ListRequest, toListRequest, toListResponse } from './list.ts'

export const taskHandlers = {
  async createTask(store, { path, body }) {
    const write = await tasks.createTask(store, path.projectId, toDraft(body))
    const { resource, version } = requireWritten('Project', path.projectId, write)
    return { status: 201, body: resource, version, location: `/api/v1/tasks/${resource.id}` }
  },

  async listTasks(store, { path, query }) {
    const filter: TaskFilter = { status: query.status, priority: query.priority }
    const url = `/api/v1/projects/${path.projectId}/tasks`
    const find = (id: string) => tasks.findTask(store, id)
    const request: ListRequest<TaskSortField> = await toListRequest(url, filter, query, find)
    const page = await tasks.listTasks(store, path.projectId, filter, request)
    if (page === undefined) throw new ResourceNotFound('Project', path.projectId)
    return toListResponse(request, page)
  },

  async getTask(store, { path, expected }) {
    const task = await tasks.findTask(store, path.id)
    if (task === undefined) throw new ResourceNotFound('Task', path.id)
    requireExpectedVersion('Task', path.id, task.version, expected)
    return toResourceResponse(task)
  },

  async updateTask(store, { path, body, expected }) {
    const write = await tasks.updateTask(store, path.id, toDraft(body), expected)
    return toResourceResponse(requireWritten('Task', path.id, write))
  },

  async updateTaskStatus(store, { path, body, expected }) {
    const write = await tasks.setTaskStatus(store, path.id, body.status, expected)
    return toResourceResponse(requireWritten('Task', path.id, write))
  },

  async deleteTask(store, { path, expected }) {
    requireWritten('Task', path.id, await tasks.deleteTask(store, path.id, expected))
    return { status: 204 }
  },
} satisfies Partial<Handlers>

function toDraft(body: HandlerInput<'createTask'>['body']): TaskDraft {
  return {
    title: body.title,
    description: body.description ?? null,
    priority: body.priority ?? DEFAULT_TASK_PRIORITY,
    dueDate: body.dueDate ?? null,
  }
}
