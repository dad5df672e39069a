import createClient from 'openapi-fetch'

import type { components, paths } from '../../../../src/openapi/types.ts'

import { known, origin, runScenario } from './scenario.ts'

const client = createClient<paths>({ baseUrl: origin })

// @ts-expect-error -- a title is text
const _wrong: components['schemas']['TaskRequest'] = { title: 1 }

await runScenario({
  createProject: async (body) => known((await client.POST('/api/v1/projects', { body })).data),
  listProjects: async (query) => known((await client.GET('/api/v1/projects', { params: { query } })).data),
  getProject: async (id) =>
    known((await client.GET('/api/v1/projects/{id}', { params: { path: { id } } })).data),
  updateProject: async (id, body) =>
    known((await client.PUT('/api/v1/projects/{id}', { params: { path: { id } }, body })).data),
  patchProject: async (id, body) =>
    known((await client.PATCH('/api/v1/projects/{id}', { params: { path: { id } }, body })).data),
  archiveProject: async (id) =>
    known((await client.POST('/api/v1/projects/{id}/archive', { params: { path: { id } } })).data),
  reactivateProject: async (id) =>
    known((await client.POST('/api/v1/projects/{id}/reactivate', { params: { path: { id } } })).data),
  deleteProject: (id) => client.DELETE('/api/v1/projects/{id}', { params: { path: { id } } }),
  createTask: async (projectId, body) =>
    known(
      (await client.POST('/api/v1/projects/{projectId}/tasks', { params: { path: { projectId } }, body }))
        .data,
    ),
  listTasks: async (projectId, query) =>
    known(
      (await client.GET('/api/v1/projects/{projectId}/tasks', { params: { path: { projectId }, query } }))
        .data,
    ),
  createTasks: async (projectId, body) =>
    known(
      (
        await client.POST('/api/v1/projects/{projectId}/tasks/batch', {
          params: { path: { projectId } },
          body,
        })
      ).data,
    ),
  listAllTasks: async (query) => known((await client.GET('/api/v1/tasks', { params: { query } })).data),
  getTask: async (id) => known((await client.GET('/api/v1/tasks/{id}', { params: { path: { id } } })).data),
  updateTask: async (id, body) =>
    known((await client.PUT('/api/v1/tasks/{id}', { params: { path: { id } }, body })).data),
  patchTask: async (id, body) =>
    known((await client.PATCH('/api/v1/tasks/{id}', { params: { path: { id } }, body })).data),
  updateTaskStatus: async (id, status) =>
    known(
      (await client.PATCH('/api/v1/tasks/{id}/status', { params: { path: { id } }, body: { status } })).data,
    ),
  deleteTask: (id) => client.DELETE('/api/v1/tasks/{id}', { params: { path: { id } } }),
  requestStatus: async (id, status) =>
    known(
      (await client.PATCH('/api/v1/tasks/{id}/status', { params: { path: { id } }, body: { status } })).error,
    ),
})
