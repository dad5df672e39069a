import * as tasks from '../db/tasks/task-repository.ts'
import type { TaskChange, TaskWrite } from '../db/tasks/task-write.ts'
import {
  projectIsReadOnly,
  requireExpectedVersion,
  ResourceNotFound,
  transitionNotAllowed,
} from '../domain/errors.ts'
import type { TaskSortField } from '../domain/page.ts'
import { isWritable } from '../domain/project.ts'
import { DEFAULT_TASK_PRIORITY, type Task, type TaskDraft } from '../domain/task.ts'
import type { Versioned, ExpectedVersions } from '../domain/version.ts'

import type { HandlerResponse, Handlers, HandlerInput } from './handler.ts'
import { toPageResponse, toPageRequest, toTaskResponse } from './dto.ts'

export const taskHandlers = {
  async createTask(db, { path, body }) {
    const written = await tasks.createTask(db, path.projectId, toDraft(body))
    const { resource, version } = writtenTask(written, () => new ResourceNotFound('Project', path.projectId))
    const location = `/api/v1/tasks/${resource.id}`
    return { status: 201, body: toTaskResponse(resource), version, location }
  },

  async listTasks(db, { path, query }) {
    const page = toPageRequest<TaskSortField>(query)
    const { status, priority } = query
    const slice = await tasks.listTasks(db, path.projectId, { status, priority }, page)
    if (slice === undefined) throw new ResourceNotFound('Project', path.projectId)
    return { status: 200, body: toPageResponse(slice, page, toTaskResponse) }
  },

  async getTask(db, { path }) {
    const task = await tasks.findTask(db, path.id)
    if (task === undefined) throw new ResourceNotFound('Task', path.id)
    return ok(task)
  },

  async updateTask(db, { path, body, expected }) {
    const written = await tasks.updateTask(db, path.id, toDraft(body), expected)
    requireExpected(path.id, written, expected)
    return ok(writtenTask(written, () => new ResourceNotFound('Task', path.id)))
  },

  async updateTaskStatus(db, { path, body, expected }) {
    const written = await tasks.setTaskStatus(db, path.id, body.status, expected)
    requireExpected(path.id, written, expected)
    return ok(
      writtenTask(written, () =>
        written?.previousStatus
          ? transitionNotAllowed(written.previousStatus, body.status)
          : new ResourceNotFound('Task', path.id),
      ),
    )
  },

  async deleteTask(db, { path, expected }) {
    const written = await tasks.deleteTask(db, path.id, expected)
    requireExpected(path.id, written, expected)
    writtenTask(written, () => new ResourceNotFound('Task', path.id))
    return { status: 204 }
  },
} satisfies Partial<Handlers>

/** Throws that a task which was not written is of another version, if that is so. */
function requireExpected(
  id: string,
  write: TaskChange | undefined,
  expected: ExpectedVersions | undefined,
): void {
  if (write?.previousVersion && !write.task)
    requireExpectedVersion('Task', id, write.previousVersion, expected)
}

/** The task that was written. Throws that its project is read-only, or else its refusal. */
function writtenTask(written: TaskWrite | undefined, refusal: () => Error): Versioned<Task> {
  if (written?.task) return written.task
  if (written && !isWritable(written.projectStatus)) {
    throw projectIsReadOnly(written.projectId, written.projectStatus)
  }
  throw refusal()
}

function toDraft(body: HandlerInput<'createTask'>['body']): TaskDraft {
  return {
    title: body.title,
    description: body.description ?? null,
    priority: body.priority ?? DEFAULT_TASK_PRIORITY,
    dueDate: body.dueDate ?? null,
  }
}

function ok({ resource, version }: Versioned<Task>): HandlerResponse<'getTask'> {
  return { status: 200, body: toTaskResponse(resource), version }
}
