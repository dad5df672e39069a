import { client } from './generated/hey-api/client.gen.ts'
import * as api from './generated/hey-api/index.ts'

import { known, origin, runScenario } from './scenario.ts'

client.setConfig({ baseUrl: origin })

// @ts-expect-error -- a title is text
const _wrong: api.TaskRequest = { title: 1 }

await runScenario({
  createProject: async (body) => known((await api.createProject({ body })).data),
  listProjects: async (query) => known((await api.listProjects({ query })).data),
  getProject: async (id) => known((await api.getProject({ path: { id } })).data),
  updateProject: async (id, body) => known((await api.updateProject({ path: { id }, body })).data),
  patchProject: async (id, body) => known((await api.patchProject({ path: { id }, body })).data),
  archiveProject: async (id) => known((await api.archiveProject({ path: { id } })).data),
  reactivateProject: async (id) => known((await api.reactivateProject({ path: { id } })).data),
  deleteProject: (id) => api.deleteProject({ path: { id }, throwOnError: true }),
  createTask: async (projectId, body) => known((await api.createTask({ path: { projectId }, body })).data),
  listTasks: async (projectId, query) => known((await api.listTasks({ path: { projectId }, query })).data),
  createTasks: async (projectId, body) => known((await api.createTasks({ path: { projectId }, body })).data),
  listAllTasks: async (query) => known((await api.listAllTasks({ query })).data),
  getTask: async (id) => known((await api.getTask({ path: { id } })).data),
  updateTask: async (id, body) => known((await api.updateTask({ path: { id }, body })).data),
  patchTask: async (id, body) => known((await api.patchTask({ path: { id }, body })).data),
  updateTaskStatus: async (id, status) =>
    known((await api.updateTaskStatus({ path: { id }, body: { status } })).data),
  deleteTask: (id) => api.deleteTask({ path: { id }, throwOnError: true }),
  requestStatus: async (id, status) =>
    known((await api.updateTaskStatus({ path: { id }, body: { status } })).error),
})
