import { type Client, fetch, setConfig } from './generated/kubb/.kubb/fetch.ts'
import * as api from './generated/kubb/index.ts'

import { known, origin, runScenario } from './scenario.ts'

// Its client sends no media type, and joins the values of a parameter by commas, which separate the parts of `sort`.
setConfig({ baseURL: origin, headers: { 'Content-Type': 'application/json' } })
const client: Client = ({ params = {}, ...config }) => {
  const query = Object.entries(params as object).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, String(value)]),
  )
  return fetch({ ...config, url: `${config.url ?? ''}?${new URLSearchParams(query)}` })
}

// @ts-expect-error -- a title is text
const _wrong: api.TaskRequest = { title: 1 }

await runScenario({
  createProject: async (body) => known(await api.createProject(body)),
  listProjects: async (query) => known(await api.listProjects(query, { client })),
  getProject: async (id) => known(await api.getProject(id)),
  updateProject: async (id, body) => known(await api.updateProject(id, body)),
  patchProject: async (id, body) => known(await api.patchProject(id, body)),
  archiveProject: async (id) => known(await api.archiveProject(id)),
  reactivateProject: async (id) => known(await api.reactivateProject(id)),
  deleteProject: (id) => api.deleteProject(id),
  createTask: async (projectId, body) => known(await api.createTask(projectId, body)),
  listTasks: async (projectId, query) => known(await api.listTasks(projectId, query, { client })),
  createTasks: async (projectId, body) => known(await api.createTasks(projectId, body)),
  listAllTasks: async (query) => known(await api.listAllTasks(query, { client })),
  getTask: async (id) => known(await api.getTask(id)),
  updateTask: async (id, body) => known(await api.updateTask(id, body)),
  patchTask: async (id, body) => known(await api.patchTask(id, body)),
  updateTaskStatus: async (id, status) => known(await api.updateTaskStatus(id, { status })),
  deleteTask: (id) => api.deleteTask(id),
  // It returns the body of an error as that of a success.
  requestStatus: async (id, status) => {
    const problem: unknown = await api.updateTaskStatus(id, { status })
    return problem as { status: number; detail: string }
  },
})
