import { keyOf } from '../db/ids.ts'
import { ALL_TASKS, TASKS } from '../db/tasks/task-list.ts'
import * as tasks from '../db/tasks/task-repository.ts'
import { requireExpectedVersion, ResourceNotFound } from '../domain/errors.ts'
import { DEFAULT_TASK_PRIORITY, type Task, type TaskDraft, type TaskPatch } from '../domain/task.ts'
import { requireWritten } from '../domain/write.ts'

import { type HandlerInput, type Handlers, toResourceResponse } from './handler.ts'
import { respondWithList } from './list.ts'
import { sentBackWriter } from './send-back.ts'

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

  async listTasks(store, { path: { projectId }, query }) {
    const path = `/api/v1/projects/${projectId}/tasks`
    const list = { list: TASKS, path, find: tasks.findTask, key: keyOf(projectId) }
    return respondWithList(store, list, query)
  },

  listAllTasks: (store, { query }) =>
    respondWithList(store, { list: ALL_TASKS, path: '/api/v1/tasks', find: tasks.findTask }, query),

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

/** Writes the members that clients set, if the others in the body have their current values. */
const writeMembers = sentBackWriter<Task>('Task', tasks.findTask)

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
