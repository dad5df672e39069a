import createClient from 'openapi-fetch'

import type { components, paths } from '../../../../src/openapi/types.ts'

import { known, origin, runScenario } from './scenario.ts'

const client = createClient<paths>({ baseUrl: origin })

// @ts-expect-error -- a title is text
const _wrong: components['schemas']['TaskRequest'] = { title: 1 }

const of = (id: string) => ({ params: { path: { id } } })
const inProject = (projectId: string) => ({ params: { path: { projectId } } })

await runScenario({
  createProject: async (body) => known((await client.POST('/api/v1/projects', { body })).data),
  listProjects: async (query) => known((await client.GET('/api/v1/projects', { params: { query } })).data),
  getProject: async (id) => known((await client.GET('/api/v1/projects/{id}', of(id))).data),
  updateProject: async (id, body) =>
    known((await client.PUT('/api/v1/projects/{id}', { ...of(id), body })).data),
  patchProject: async (id, body) =>
    known((await client.PATCH('/api/v1/projects/{id}', { ...of(id), body })).data),
  archiveProject: async (id) => known((await client.POST('/api/v1/projects/{id}/archive', of(id))).data),
  reactivateProject: async (id) =>
    known((await client.POST('/api/v1/projects/{id}/reactivate', of(id))).data),
  deleteProject: (id) => client.DELETE('/api/v1/projects/{id}', of(id)),
  createTask: async (projectId, body) =>
    known((await client.POST('/api/v1/projects/{projectId}/tasks', { ...inProject(projectId), body })).data),
  listTasks: async (projectId, query) => {
    const params = { ...inProject(projectId).params, query }
    return known((await client.GET('/api/v1/projects/{projectId}/tasks', { params })).data)
  },
  createTasks: async (projectId, body) => {
    const options = { ...inProject(projectId), body }
    return known((await client.POST('/api/v1/projects/{projectId}/tasks/batch', options)).data)
  },
  listAllTasks: async (query) => known((await client.GET('/api/v1/tasks', { params: { query } })).data),
  getTask: async (id) => known((await client.GET('/api/v1/tasks/{id}', of(id))).data),
  updateTask: async (id, body) => known((await client.PUT('/api/v1/tasks/{id}', { ...of(id), body })).data),
  patchTask: async (id, body) => known((await client.PATCH('/api/v1/tasks/{id}', { ...of(id), body })).data),
  updateTaskStatus: async (id, status) =>
    known((await client.PATCH('/api/v1/tasks/{id}/status', { ...of(id), body: { status } })).data),
  deleteTask: (id) => client.DELETE('/api/v1/tasks/{id}', of(id)),
  requestStatus: async (id, status) =>
    known((await client.PATCH('/api/v1/tasks/{id}/status', { ...of(id), body: { status } })).error),
})
