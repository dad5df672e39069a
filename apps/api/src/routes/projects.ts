import * as projects from '../db/projects.ts'
import { projectIsReadOnly, ResourceNotFound } from '../domain/errors.ts'
import type { ProjectSortField } from '../domain/page.ts'
import { type Project, PROJECT_COMMANDS, type ProjectDraft } from '../domain/project.ts'

import type { Answer, Handlers, Input } from './handler.ts'
import { toPage, toPageRequest, toProjectResponse } from './representations.ts'

export const projectHandlers = {
  async createProject(db, { body }) {
    const project = toProjectResponse(await projects.createProject(db, toDraft(body)))
    return { status: 201, body: project, location: `/api/v1/projects/${project.id}` }
  },

  async listProjects(db, { query }) {
    const page = toPageRequest<ProjectSortField>(query)
    const slice = await projects.listProjects(db, { status: query.status }, page)
    return { status: 200, body: toPage(slice, page, toProjectResponse) }
  },

  async getProject(db, { path }) {
    return found(path.id, await projects.findProject(db, path.id))
  },

  async updateProject(db, { path, body }) {
    const outcome = await projects.updateProject(db, path.id, toDraft(body))
    if (outcome && 'readOnly' in outcome) throw projectIsReadOnly(path.id, outcome.readOnly)
    return found(path.id, outcome?.updated)
  },

  archiveProject: async (db, { path }) =>
    found(path.id, await projects.setProjectStatus(db, path.id, PROJECT_COMMANDS.archive)),

  reactivateProject: async (db, { path }) =>
    found(path.id, await projects.setProjectStatus(db, path.id, PROJECT_COMMANDS.reactivate)),

  async deleteProject(db, { path }) {
    if (!(await projects.deleteProject(db, path.id))) throw new ResourceNotFound('Project', path.id)
    return { status: 204 }
  },
} satisfies Partial<Handlers>

function toDraft(body: Input<'createProject'>['body']): ProjectDraft {
  return { name: body.name, description: body.description ?? null }
}

function found(id: string, project: Project | undefined): Answer<'getProject'> {
  if (project === undefined) throw new ResourceNotFound('Project', id)
  return { status: 200, body: toProjectResponse(project) }
}
