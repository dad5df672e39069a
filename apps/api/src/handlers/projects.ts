import type { ProjectFilter } from '../db/projects/project-list.ts'
import * as projects from '../db/projects/project-repository.ts'
import { requireExpectedVersion, ResourceNotFound } from '../domain/errors.ts'
import type { ProjectSortField } from '../domain/page.ts'
import { PROJECT_COMMANDS, type ProjectDraft } from '../domain/project.ts'
import { requireWritten } from '../domain/write.ts'

import { type HandlerInput, type Handlers, toResourceResponse } from './handler.ts'
import { type ListRequest, toListRequest, toListResponse } from './list.ts'

export const projectHandlers = {
  async createProject(store, { body }) {
    const { resource, version } = await projects.createProject(store, toDraft(body))
    return { status: 201, body: resource, version, location: `/api/v1/projects/${resource.id}` }
  },

  async listProjects(store, { query }) {
    const filter: ProjectFilter = { status: query.status }
    const find = (id: string) => projects.findProject(store, id)
    const request: ListRequest<ProjectSortField> = await toListRequest(
      '/api/v1/projects',
      filter,
      query,
      find,
    )
    return toListResponse(request, await projects.listProjects(store, filter, request))
  },

  async getProject(store, { path, expected }) {
    const project = await projects.findProject(store, path.id)
    if (project === undefined) throw new ResourceNotFound('Project', path.id)
    requireExpectedVersion('Project', path.id, project.version, expected)
    return toResourceResponse(project)
  },

  async updateProject(store, { path, body, expected }) {
    const write = await projects.updateProject(store, path.id, toDraft(body), expected)
    return toResourceResponse(requireWritten('Project', path.id, write))
  },

  async archiveProject(store, { path, expected }) {
    const write = await projects.setProjectStatus(store, path.id, PROJECT_COMMANDS.archive, expected)
    return toResourceResponse(requireWritten('Project', path.id, write))
  },

  async reactivateProject(store, { path, expected }) {
    const write = await projects.setProjectStatus(store, path.id, PROJECT_COMMANDS.reactivate, expected)
    return toResourceResponse(requireWritten('Project', path.id, write))
  },

  async deleteProject(store, { path, expected }) {
    requireWritten('Project', path.id, await projects.deleteProject(store, path.id, expected))
    return { status: 204 }
  },
} satisfies Partial<Handlers>

function toDraft(body: HandlerInput<'createProject'>['body']): ProjectDraft {
  return { name: body.name, description: body.description ?? null }
}
