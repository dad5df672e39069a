import * as api from './generated/oazapfts.ts'
import { known, origin, runScenario } from './scenario.ts'

api.defaults.baseUrl = origin

// @ts-expect-error -- a title is text
const _wrong: api.TaskRequest = { title: 1 }

/** The body of the response with this status. */
function bodyOf<Answer extends { status: number; data?: unknown }, Status extends Answer['status']>(
  answer: Answer,
  status: Status,
): Extract<Answer, { status: Status; data: unknown }>['data'] {
  if (answer.status !== status) throw new Error(`Received status ${answer.status}`)
  return answer.data
}

await runScenario({
  createProject: async (draft) => known(bodyOf(await api.createProject(draft), 201)),
  listProjects: async (query) => known(bodyOf(await api.listProjects(query), 200)),
  getProject: async (id) => known(bodyOf(await api.getProject(id), 200)),
  updateProject: async (id, draft) => known(bodyOf(await api.updateProject(id, draft), 200)),
  patchProject: async (id, patch) => known(bodyOf(await api.patchProject(id, patch), 200)),
  archiveProject: async (id) => known(bodyOf(await api.archiveProject(id), 200)),
  reactivateProject: async (id) => known(bodyOf(await api.reactivateProject(id), 200)),
  deleteProject: (id) => api.deleteProject(id),
  createTask: async (projectId, draft) => known(bodyOf(await api.createTask(projectId, draft), 201)),
  listTasks: async (projectId, query) => known(bodyOf(await api.listTasks(projectId, query), 200)),
  createTasks: async (projectId, drafts) => known(bodyOf(await api.createTasks(projectId, drafts), 201)),
  listAllTasks: async (query) => known(bodyOf(await api.listAllTasks(query), 200)),
  getTask: async (id) => known(bodyOf(await api.getTask(id), 200)),
  updateTask: async (id, draft) => known(bodyOf(await api.updateTask(id, draft), 200)),
  patchTask: async (id, patch) => known(bodyOf(await api.patchTask(id, patch), 200)),
  updateTaskStatus: async (id, status) => known(bodyOf(await api.updateTaskStatus(id, { status }), 200)),
  deleteTask: (id) => api.deleteTask(id),
  requestStatus: async (id, status) => known(bodyOf(await api.updateTaskStatus(id, { status }), 409)),
})
