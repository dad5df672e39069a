import * as projects from '../db/projects/project-repository.ts'
import type { ProjectWrite } from '../db/projects/project-write.ts'
import { projectIsReadOnly, requireExpectedVersion, ResourceNotFound } from '../domain/errors.ts'
import type { ProjectSortField } from '../domain/page.ts'
import { type Project, PROJECT_COMMANDS, type ProjectDraft } from '../domain/project.ts'
import type { Versioned, ExpectedVersions } from '../domain/version.ts'

import type { HandlerResponse, Handlers, HandlerInput } from './handler.ts'
import { toPageResponse, toPageRequest, toProjectResponse } from './dto.ts'

export const projectHandlers = {
  async createProject(db, { body }) {
    const { resource, version } = await projects.createProject(db, toDraft(body))
    const location = `/api/v1/projects/${resource.id}`
    return { status: 201, body: toProjectResponse(resource), version, location }
  },

  async listProjects(db, { query }) {
    const page = toPageRequest<ProjectSortField>(query)
    const slice = await projects.listProjects(db, { status: query.status }, page)
    return { status: 200, body: toPageResponse(slice, page, toProjectResponse) }
  },

  async getProject(db, { path }) {
    const project = await projects.findProject(db, path.id)
    if (project === undefined) throw new ResourceNotFound('Project', path.id)
    return ok(project)
  },

  async updateProject(db, { path, body, expected }) {
    const outcome = await projects.updateProject(db, path.id, toDraft(body), expected)
    return ok(written(path.id, outcome, expected))
  },

  async archiveProject(db, { path, expected }) {
    const outcome = await projects.setProjectStatus(db, path.id, PROJECT_COMMANDS.archive, expected)
    return ok(written(path.id, outcome, expected))
  },

  async reactivateProject(db, { path, expected }) {
    const outcome = await projects.setProjectStatus(db, path.id, PROJECT_COMMANDS.reactivate, expected)
    return ok(written(path.id, outcome, expected))
  },

  async deleteProject(db, { path, expected }) {
    written(path.id, await projects.deleteProject(db, path.id, expected), expected)
    return { status: 204 }
  },
} satisfies Partial<Handlers>

function toDraft(body: HandlerInput<'createProject'>['body']): ProjectDraft {
  return { name: body.name, description: body.description ?? null }
}

/** The project that was written. Throws why it was not. */
function written(
  id: string,
  outcome: ProjectWrite | undefined,
  expected: ExpectedVersions | undefined,
): Versioned<Project> {
  if (outcome === undefined) throw new ResourceNotFound('Project', id)
  if (outcome.written) return outcome.written
  requireExpectedVersion('Project', id, outcome.previousVersion, expected)
  throw projectIsReadOnly(id, outcome.previousStatus)
}

function ok({ resource, version }: Versioned<Project>): HandlerResponse<'getProject'> {
  return { status: 200, body: toProjectResponse(resource), version }
}
