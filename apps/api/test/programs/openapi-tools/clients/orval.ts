import axios, { isAxiosError } from 'axios'

import * as api from './generated/orval.ts'
import { known, origin, runScenario } from './scenario.ts'

axios.defaults.baseURL = origin
// By default, axios appends brackets to the name of a repeated parameter.
axios.defaults.paramsSerializer = { indexes: null }

// @ts-expect-error -- a title is text
const _wrong: api.TaskRequest = { title: 1 }

await runScenario({
  createProject: async (draft) => known((await api.createProject(draft)).data),
  listProjects: async (query) => known((await api.listProjects(query)).data),
  getProject: async (id) => known((await api.getProject(id)).data),
  updateProject: async (id, draft) => known((await api.updateProject(id, draft)).data),
  patchProject: async (id, patch) => known((await api.patchProject(id, patch)).data),
  archiveProject: async (id) => known((await api.archiveProject(id)).data),
  reactivateProject: async (id) => known((await api.reactivateProject(id)).data),
  deleteProject: (id) => api.deleteProject(id),
  createTask: async (projectId, draft) => known((await api.createTask(projectId, draft)).data),
  listTasks: async (projectId, query) => known((await api.listTasks(projectId, query)).data),
  createTasks: async (projectId, drafts) => known((await api.createTasks(projectId, drafts)).data),
  listAllTasks: async (query) => known((await api.listAllTasks(query)).data),
  getTask: async (id) => known((await api.getTask(id)).data),
  updateTask: async (id, draft) => known((await api.updateTask(id, draft)).data),
  patchTask: async (id, patch) => known((await api.patchTask(id, patch)).data),
  updateTaskStatus: async (id, status) => known((await api.updateTaskStatus(id, { status })).data),
  deleteTask: (id) => api.deleteTask(id),
  requestStatus: async (id, status) => {
    try {
      await api.updateTaskStatus(id, { status })
    } catch (error) {
      if (isAxiosError<api.ConflictProblem>(error)) return known(error.response?.data)
    }
    throw new Error('The status was changed')
  },
})
