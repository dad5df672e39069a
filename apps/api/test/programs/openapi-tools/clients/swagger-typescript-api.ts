import {
  Api,
  type ConflictProblem,
  ProjectStatus,
  TaskPriority,
  type TaskRequest,
  TaskStatus,
} from './generated/swagger-typescript-api.ts'
import { known, origin, runScenario } from './scenario.ts'

const { api } = new Api({ baseUrl: origin })

// @ts-expect-error -- a title is text
const _wrong: TaskRequest = { title: 1 }

await runScenario({
  createProject: async (draft) => known((await api.createProject(draft)).data),
  listProjects: async (query) =>
    known((await api.listProjects({ ...query, status: ProjectStatus[query.status] })).data),
  getProject: async (id) => known((await api.getProject(id)).data),
  updateProject: async (id, draft) => known((await api.updateProject(id, draft)).data),
  archiveProject: async (id) => known((await api.archiveProject(id)).data),
  reactivateProject: async (id) => known((await api.reactivateProject(id)).data),
  deleteProject: (id) => api.deleteProject(id),
  createTask: async (projectId, draft) => known((await api.createTask(projectId, draft)).data),
  listTasks: async (projectId, query) =>
    known((await api.listTasks(projectId, { ...query, priority: TaskPriority[query.priority] })).data),
  getTask: async (id) => known((await api.getTask(id)).data),
  updateTask: async (id, draft) => known((await api.updateTask(id, draft)).data),
  updateTaskStatus: async (id, status) =>
    known((await api.updateTaskStatus(id, { status: TaskStatus[status] })).data),
  deleteTask: (id) => api.deleteTask(id),
  requestStatus: async (id, status) => {
    try {
      await api.updateTaskStatus(id, { status: TaskStatus[status] })
    } catch (answer) {
      return known((answer as { error: ConflictProblem }).error)
    }
    throw new Error('The status was changed')
  },
})
