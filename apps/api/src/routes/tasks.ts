import * as tasks from '../db/tasks.ts'
import type { TaskWrite } from '../db/task-write.ts'
import { projectIsReadOnly, ResourceNotFound, taskCannotMove } from '../domain/errors.ts'
import type { TaskSortField } from '../domain/page.ts'
import { isWritable } from '../domain/project.ts'
import { DEFAULT_TASK_PRIORITY, type Task, type TaskDraft } from '../domain/task.ts'

import type { Answer, Handlers, Input } from './handler.ts'
import { toPage, toPageRequest, toTaskResponse } from './representations.ts'

export const taskHandlers = {
  async createTask(db, { path, body }) {
    const written = await tasks.createTask(db, path.projectId, toDraft(body))
    const task = toTaskResponse(writtenTask(written, new ResourceNotFound('Project', path.projectId)))
    return { status: 201, body: task, location: `/api/v1/tasks/${task.id}` }
  },

  async listTasks(db, { path, query }) {
    const page = toPageRequest<TaskSortField>(query)
    const { status, priority } = query
    const slice = await tasks.listTasks(db, path.projectId, { status, priority }, page)
    if (slice === undefined) throw new ResourceNotFound('Project', path.projectId)
    return { status: 200, body: toPage(slice, page, toTaskResponse) }
  },

  async getTask(db, { path }) {
    const task = await tasks.findTask(db, path.id)
    if (task === undefined) throw new ResourceNotFound('Task', path.id)
    return ok(task)
  },

  async updateTask(db, { path, body }) {
    const written = await tasks.updateTask(db, path.id, toDraft(body))
    return ok(writtenTask(written, new ResourceNotFound('Task', path.id)))
  },

  async updateTaskStatus(db, { path, body }) {
    const written = await tasks.setTaskStatus(db, path.id, body.status)
    const refusal = written?.was ? taskCannotMove(written.was, body.status) : undefined
    return ok(writtenTask(written, refusal ?? new ResourceNotFound('Task', path.id)))
  },

  async deleteTask(db, { path }) {
    writtenTask(await tasks.deleteTask(db, path.id), new ResourceNotFound('Task', path.id))
    return { status: 204 }
  },
} satisfies Partial<Handlers>

/** The task that was written. Throws that its project is read-only, or else `refusal`. */
function writtenTask(written: TaskWrite | undefined, refusal: Error): Task {
  if (written?.task) return written.task
  if (written && !isWritable(written.projectStatus)) {
    throw projectIsReadOnly(written.projectId, written.projectStatus)
  }
  throw refusal
}

function toDraft(body: Input<'createTask'>['body']): TaskDraft {
  return {
    title: body.title,
    description: body.description ?? null,
    priority: body.priority ?? DEFAULT_TASK_PRIORITY,
    dueDate: body.dueDate ?? null,
  }
}

function ok(task: Task): Answer<'getTask'> {
  return { status: 200, body: toTaskResponse(task) }
}
