import { PROJECTS } from '../db/projects/project-list.ts'
import * as projects from '../db/projects/project-repository.ts'
import { requireExpectedVersion, ResourceNotFound } from '../domain/errors.ts'
import { type Project, type ProjectDraft, type ProjectPatch } from '../domain/project.ts'
import { requireWritten } from '../domain/write.ts'

import { type HandlerInput, type Handlers, toResourceResponse } from './handler.ts'
import { respondWithList } from './list.ts'
import { sentBackWriter } from './send-back.ts'

export const projectHandlers = {
  async createProject(store, { body }) {
    const { resource, version } = await projects.createProject(store, toDraft(body))
    return { status: 201, body: resource, version, location: `/api/v1/projects/${resource.id}` }
  },

  listProjects: (store, { query }) =>
    respondWithList(store, { list: PROJECTS, path: '/api/v1/projects', find: projects.findProject }, query),

  async getProject(store, { path, query, expected }) {
    const hasCounts = query.include === 'taskCounts'
    const project = await (hasCounts ? projects.findProjectWithCounts : projects.findProject)(store, path.id)
    if (project === undefined) throw new ResourceNotFound('Project', path.id)
    requireExpectedVersion('Project', path.id, project.version, expected)
    return { ...toResourceResponse(project), isExtended: hasCounts }
  },

  updateProject: (store, { path, body, expected }) =>
    writeMembers(store, path.id, body, expected, (versions) =>
      projects.updateProject(store, path.id, toDraft(body), versions),
    ),

  patchProject: (store, { path, body, expected }) =>
    writeMembers(store, path.id, body, expected, (versions) =>
      projects.patchProject(store, path.id, toPatch(body), versions),
    ),

  async archiveProject(store, { path, expected }) {
    const write = await projects.setProjectStatus(store, path.id, 'ARCHIVED', expected)
    return toResourceResponse(requireWritten('Project', path.id, write))
  },

  async reactivateProject(store, { path, expected }) {
    const write = await projects.setProjectStatus(store, path.id, 'ACTIVE', expected)
    return toResourceResponse(requireWritten('Project', path.id, write))
  },

  async deleteProject(store, { path, expected }) {
    requireWritten('Project', path.id, await projects.deleteProject(store, path.id, undefined, expected))
    return { status: 204 }
  },
} satisfies Partial<Handlers>

/** Writes the members that clients set, if the others in the body have their current values. */
const writeMembers = sentBackWriter<Project>('Project', projects.findProject)

const toDraft = (body: HandlerInput<'createProject' | 'updateProject'>['body']): ProjectDraft => ({
  name: body.name,
  description: body.description ?? null,
})

/** JSON leaves out members that are undefined, which the body does not have. */
const toPatch = ({ name, description }: HandlerInput<'patchProject'>['body']): ProjectPatch =>
  ({ name, description }) satisfies Record<keyof ProjectDraft, unknown> as ProjectPatch
