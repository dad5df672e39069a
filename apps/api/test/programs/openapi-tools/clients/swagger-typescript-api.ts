import {
  Api,
  type ConflictProblem,
  ProjectStatus,
  TaskPriority,
  type TaskRequest,
  TaskStatus,
} from './generated/swagger-typescript-api.ts'
import { known, origin, runScenario, type Task } from './scenario.ts'

const { api } = new Api({ baseUrl: origin })

// @ts-expect-error -- a title is text
const _wrong: TaskRequest = { title: 1 }

/** The generator writes enums, which texts are not assignable to. */
const withEnums = <Draft extends { priority?: Task['priority'] | null; status?: Task['status'] }>({
  priority,
  status,
  ...others
}: Draft) => ({
  ...others,
  ...(priority && { priority: TaskPriority[priority] }),
  ...(status && { status: TaskStatus[status] }),
})

await runScenario({
  createProject: async (draft) => known((await api.createProject(draft)).data),
  listProjects: async (query) =>
    known((await api.listProjects({ ...query, status: ProjectStatus[query.status] })).data),
  getProject: async (id) => known((await api.getProject(id)).data),
  updateProject: async (id, draft) => known((await api.updateProject(id, draft)).data),
  patchProject: async (id, patch) => known((await api.patchProject(id, patch)).data),
  archiveProject: async (id) => known((await api.archiveProject(id)).data),
  reactivateProject: async (id) => known((await api.reactivateProject(id)).data),
  deleteProject: (id) => api.deleteProject(id),
  createTask: async (projectId, draft) => known((await api.createTask(projectId, withEnums(draft))).data),
  listTasks: async (projectId, query) =>
    known((await api.listTasks(projectId, { ...query, priority: TaskPriority[query.priority] })).data),
  createTasks: async (projectId, drafts) =>
    known((await api.createTasks(projectId, drafts.map(withEnums))).data),
  listAllTasks: async (query) =>
    known(
      (
        await api.listAllTasks({
          ...query,
          status: [query.status].flat().map((status) => TaskStatus[status]),
          priority: (query.priority ?? []).map((priority) => TaskPriority[priority]),
        })
      ).data,
    ),
  getTask: async (id) => known((await api.getTask(id)).data),
  updateTask: async (id, draft) => known((await api.updateTask(id, withEnums(draft))).data),
  patchTask: async (id, patch) => known((await api.patchTask(id, withEnums(patch))).data),
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
