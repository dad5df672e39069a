import { operationWithId } from '../operations.ts'
import { currentTag, type Input, type Model, type Resource, type Tags } from './model.ts'
import { type ExpectedPage, pageOf } from './expected-page.ts'

/** The expected response to a valid request. */
export type Outcome =
  | { status: 404 | 409; problem: Record<string, string> }
  | { status: 412; tag: string }
  | { status: 304; resource: Resource }
  | { status: 204; forget: () => void }
  | { status: 200; page: ExpectedPage }
  /** Changes of all clients. */
  | { status: 200; knownChanges: readonly unknown[] }
  /** The resource unchanged, or changed to have `value`. */
  | { status: 200; resource: Resource; value?: Resource['value'] }
  | { status: 201; kind: Resource['kind']; value: Resource['value'] }

type Rule = (input: Input, model: Model, all: () => Resource[]) => Outcome

/** The expected response of each operation, by the requirement: first 404, then 412, then 409. */
export const RULES: Readonly<Record<string, Rule>> = {
  createProject: ({ body }) => ({
    status: 201,
    kind: 'Project',
    value: { ...projectOf(body), status: 'ACTIVE' },
  }),
  listProjects: (input, _model, all) => ({ status: 200, page: pageOf(all(), input) }),
  getProject: (input, model) => onProject(input, model, (project) => read(project, input)),
  updateProject: (input, model) =>
    onProject(input, model, (project) =>
      matching(project, input, () => writable(input.id, model) ?? changed(project, projectOf(input.body))),
    ),
  patchProject: (input, model) =>
    onProject(input, model, (project) =>
      matching(project, input, () => writable(input.id, model) ?? patched(project, input.body)),
    ),
  archiveProject: (input, model) => onProject(input, model, (project) => moved(project, input, 'ARCHIVED')),
  reactivateProject: (input, model) => onProject(input, model, (project) => moved(project, input, 'ACTIVE')),
  deleteProject: (input, model) =>
    onProject(input, model, (project) =>
      matching(project, input, () => ({
        status: 204,
        forget: () => {
          for (const { value } of model.tasksOf(input.id)) model.tasks.delete(String(value['id']))
          model.projects.delete(input.id)
        },
      })),
    ),
  createTask: (input, model) =>
    onProject(
      input,
      model,
      () =>
        writable(input.id, model) ?? {
          status: 201,
          kind: 'Task',
          value: { ...taskOf(input.body), projectId: input.id, status: 'TODO' },
        },
    ),
  listTasks: (input, model) =>
    onProject(input, model, () => ({ status: 200, page: pageOf(model.tasksOf(input.id), input) })),
  listChanges: ({ knownChanges = [] }) => ({ status: 200, knownChanges }),
  getTask: (input, model) => onTask(input, model, (task) => read(task, input)),
  updateTask: (input, model) =>
    onTask(input, model, (task, projectId) =>
      matching(task, input, () => writable(projectId, model) ?? changed(task, taskOf(input.body))),
    ),
  patchTask: (input, model) =>
    onTask(input, model, (task, projectId) =>
      matching(task, input, () => {
        const { status } = input.body
        const refused = status ? transition(task, status, model.isArchived(projectId)) : undefined
        if (refused?.status === 409) return refused
        return writable(projectId, model) ?? patched(task, input.body)
      }),
    ),
  updateTaskStatus: (input, model) =>
    onTask(input, model, (task, projectId) =>
      matching(task, input, () =>
        transition(task, String(input.body['status']), model.isArchived(projectId)),
      ),
    ),
  deleteTask: (input, model) =>
    onTask(input, model, (task, projectId) =>
      matching(
        task,
        input,
        () => writable(projectId, model) ?? { status: 204, forget: () => model.tasks.delete(input.id) },
      ),
    ),
}

/** The members of a request body by its schema, with those that are absent. */
const membersOf = (operation: string): ((body: Input['body']) => Resource['value']) => {
  const names = Object.keys(operationWithId(operation).body?.schema['properties'] as object)
  return (body) => Object.fromEntries(names.map((name) => [name, body[name] ?? DEFAULTS[name] ?? null]))
}

/** The values of members that are absent or null, unless they are null in the resource, too. */
const DEFAULTS: Readonly<Record<string, string>> = { priority: 'MEDIUM' }

const projectOf = membersOf('createProject')
const taskOf = membersOf('createTask')

function onProject({ id }: Input, model: Model, rule: (project: Resource) => Outcome): Outcome {
  const project = model.projects.get(id)
  return project === undefined ? missing('Project', id) : rule(project)
}

function onTask({ id }: Input, model: Model, rule: (task: Resource, projectId: string) => Outcome): Outcome {
  const task = model.tasks.get(id)
  return task === undefined ? missing('Task', id) : rule(task, String(task.value['projectId']))
}

const missing = (resourceType: string, identifier: string): Outcome => ({
  status: 404,
  problem: { resourceType, identifier },
})

const conflict = (from: string, to: string): Outcome => ({ status: 409, problem: { from, to } })

/** Evaluates the preconditions of a write: If-Match, then If-None-Match. */
function matching(resource: Resource, { match, noneMatch }: Input, rule: () => Outcome): Outcome {
  const tag = currentTag(resource)
  return isMatched(tag, match) && !isListed(tag, noneMatch) ? rule() : { status: 412, tag }
}

function read(resource: Resource, { match, noneMatch }: Input): Outcome {
  const tag = currentTag(resource)
  if (!isMatched(tag, match)) return { status: 412, tag }
  return isListed(tag, noneMatch) ? { status: 304, resource } : { status: 200, resource }
}

/** Evaluates If-Match by strong comparison. */
const isMatched = (tag: string, tags: Tags | undefined): boolean =>
  tags === undefined || tags === '*' || tags.some((one) => !one.isWeak && one.tag === tag)

/** Evaluates If-None-Match by weak comparison. */
const isListed = (tag: string, tags: Tags | undefined): boolean =>
  tags === '*' || tags?.some((one) => one.tag === tag) === true

const writable = (projectId: string, model: Model): Outcome | undefined =>
  model.isArchived(projectId) ? conflict('ARCHIVED', 'ARCHIVED') : undefined

const changed = (resource: Resource, value: Resource['value']): Outcome => ({ status: 200, resource, value })

/** A patch that changes nothing leaves the entity tag as it is. */
function patched(resource: Resource, body: Input['body']): Outcome {
  const members = Object.entries(body).map(
    ([name, value]) => [name, value ?? DEFAULTS[name] ?? null] as const,
  )
  const isSame = members.every(([name, value]) => resource.value[name] === value)
  return isSame ? { status: 200, resource } : changed(resource, Object.fromEntries(members))
}

const moved = (project: Resource, input: Input, status: string): Outcome =>
  matching(project, input, () =>
    project.value['status'] === status ? { status: 200, resource: project } : changed(project, { status }),
  )

function transition(task: Resource, to: string, isArchived: boolean): Outcome {
  const from = String(task.value['status'])
  if (isArchived) return conflict(from, to)
  if (from === to) return { status: 200, resource: task }
  return from === 'DONE' ? conflict(from, to) : changed(task, { status: to })
}
