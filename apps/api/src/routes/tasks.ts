import type { TaskFilter } from '../db/tasks/task-list.ts'
import type { TaskWrite } from '../db/tasks/task-repository.ts'
import * as tasks from '../db/tasks/task-repository.ts'
import {
  projectIsReadOnly,
  requireExpectedVersion,
  ResourceNotFound,
  type RuleViolation,
  transitionNotAllowed,
} from '../domain/errors.ts'
import type { TaskSortField } from '../domain/page.ts'
import { isWritable } from '../domain/project.ts'
import {
  DEFAULT_TASK_PRIORITY,
  statusesBefore,
  type Task,
  type TaskDraft,
  type TaskStatus,
} from '../domain/task.ts'
import type { ExpectedVersions, Versioned } from '../domain/version.ts'

import { type HandlerInput, type Handlers, toResourceResponse } from './handler.ts'
import { type ListRequest, toListRequest, toListResponse } from './list.ts'

export const taskHandlers = {
  async createTask(store, { path, body }) {
    const write = await tasks.createTask(store, path.projectId, toDraft(body))
    const { resource, version } = requireWritten(write, () => new ResourceNotFound('Project', path.projectId))
    return { status: 201, body: resource, version, location: `/api/v1/tasks/${resource.id}` }
  },

  async listTasks(store, { path, query }) {
    const filter: TaskFilter = { status: query.status, priority: query.priority }
    const url = `/api/v1/projects/${path.projectId}/tasks`
    const request: ListRequest<TaskSortField> = toListRequest(url, filter, query)
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
    requireVersion(path.id, write, expected)
    return toResourceResponse(requireWritten(write, () => new ResourceNotFound('Task', path.id)))
  },

  async updateTaskStatus(store, { path, body, expected }) {
    const write = await tasks.setTaskStatus(store, path.id, body.status, expected)
    requireVersion(path.id, write, expected)
    if (!write?.task && write?.previousStatus)
      throw statusNotChanged(write, write.previousStatus, body.status)
    return toResourceResponse(requireWritten(write, () => new ResourceNotFound('Task', path.id)))
  },

  async deleteTask(store, { path, expected }) {
    const write = await tasks.deleteTask(store, path.id, expected)
    requireVersion(path.id, write, expected)
    requireWritten(write, () => new ResourceNotFound('Task', path.id))
    return { status: 204 }
  },
} satisfies Partial<Handlers>

/** Throws VersionMismatch if the task exists and was not written because of its version. */
function requireVersion(
  id: string,
  write: TaskWrite | undefined,
  expected: ExpectedVersions | undefined,
): void {
  if (write?.previousVersion && !write.task) {
    requireExpectedVersion('Task', id, write.previousVersion, expected)
  }
}

/** A task that cannot move at all is reported first: it could not after the project is reactivated, either. */
function statusNotChanged(
  { projectId, projectStatus }: TaskWrite,
  from: TaskStatus,
  to: TaskStatus,
): RuleViolation {
  const isAllowed = from === to || statusesBefore(to).includes(from)
  return isAllowed
    ? projectIsReadOnly(projectId, projectStatus, { from, to })
    : transitionNotAllowed(from, to)
}

/** Returns the written task. If nothing was written, throws that the project is read-only, or else `otherError()`. */
function requireWritten(write: TaskWrite | undefined, otherError: () => Error): Versioned<Task> {
  if (write?.task) return write.task
  if (write && !isWritable(write.projectStatus)) {
    throw projectIsReadOnly(write.projectId, write.projectStatus)
  }
  throw otherError()
}

function toDraft(body: HandlerInput<'createTask'>['body']): TaskDraft {
  return {
    title: body.title,
    description: body.description ?? null,
    priority: body.priority ?? DEFAULT_TASK_PRIORITY,
    dueDate: body.dueDate ?? null,
  }
}
