import { type ExpectedPage, pageOf } from './expected-page.ts'
import { type OperationId, operationWithId } from './operations.ts'
import { readOnlyError } from './read-only-members.ts'
import { currentTag, type Input, type Model, type Resource, type Tags, type Value } from './state.ts'

/** The expected response to a valid request. */
export type Outcome =
  | { status: 400; fields: string[] }
  | { status: 404 | 409; problem: Record<string, string> }
  | { status: 412; tag: string | undefined }
  | { status: 304; resource: Resource }
  | { status: 204; removed: Resource }
  | { status: 200; page: ExpectedPage }
  /** Changes of all clients, which are not predicted. */
  | { status: 200; isFeed: true }
  /** The resource unchanged, or changed to have `value`; and a project with the number of its tasks. */
  | { status: 200; resource: Resource; value?: Value; taskCounts?: Record<string, number> | undefined }
  | { status: 201; kind: Resource['kind']; values: Value[] }

export type Rule = (input: Input, model: Model) => Outcome

/** The expected response of each operation, by the requirement: first 404, then 412, then 409. */
export const RULES: Readonly<Record<OperationId, Rule>> = {
  createProject: ({ body }) => ({
    status: 201,
    kind: 'Project',
    values: [{ ...projectOf(body), status: 'ACTIVE' }],
  }),
  listProjects: (input, model) => ({ status: 200, page: pageOf([...model.projects.values()], input, model) }),
  getProject: (input, model) =>
    onProject(input, model, (project) => read(project, input, taskCountsOf(input, model))),
  updateProject: (input, model) =>
    onProject(input, model, (project) =>
      written(project, input, () => writable(input.id, model) ?? changed(project, projectOf(input.body))),
    ),
  patchProject: (input, model) =>
    onProject(input, model, (project) =>
      written(project, input, () => writable(input.id, model) ?? patched(project, input)),
    ),
  archiveProject: (input, model) => onProject(input, model, (project) => moved(project, input, 'ARCHIVED')),
  reactivateProject: (input, model) => onProject(input, model, (project) => moved(project, input, 'ACTIVE')),
  deleteProject: (input, model) =>
    onProject(input, model, (project) => written(project, input, () => ({ status: 204, removed: project }))),
  createTask: (input, model) => createdTasks(input, [input.body], model),
  createTasks: (input, model) => createdTasks(input, input.bodies, model),
  listTasks: (input, model) =>
    onProject(input, model, () => ({
      status: 200,
      page: pageOf(model.tasksOf(input.id), input, model),
    })),
  listAllTasks: (input, model) => ({ status: 200, page: pageOf([...model.tasks.values()], input, model) }),
  listChanges: () => ({ status: 200, isFeed: true }),
  getTask: (input, model) => onTask(input, model, (task) => read(task, input)),
  updateTask: (input, model) =>
    onTask(input, model, (task, projectId) =>
      written(task, input, () => writable(projectId, model) ?? changed(task, taskOf(input.body))),
    ),
  patchTask: (input, model) =>
    onTask(input, model, (task, projectId) =>
      written(task, input, () => {
        const { status } = input.body
        const refused = status ? transition(task, status, model.isArchived(projectId)) : undefined
        if (refused?.status === 409) return refused
        return writable(projectId, model) ?? patched(task, input)
      }),
    ),
  updateTaskStatus: (input, model) =>
    onTask(input, model, (task, projectId) =>
      written(task, input, () => transition(task, String(input.body['status']), model.isArchived(projectId))),
    ),
  deleteTask: (input, model) =>
    onTask(input, model, (task, projectId) =>
      written(task, input, () => writable(projectId, model) ?? { status: 204, removed: task }),
    ),
}

/** The members of the body of an operation that a client sets. */
const settableMembers = (operation: OperationId): string[] => operationWithId(operation).body?.settable ?? []

/** The members of a request body by its schema, with those that are absent. */
const membersOf = (operation: OperationId): ((body: Value) => Value) => {
  const names = settableMembers(operation)
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

function createdTasks(input: Input, drafts: readonly Value[], model: Model): Outcome {
  const values = drafts.map((draft) => ({ ...taskOf(draft), projectId: input.id, status: 'TODO' }))
  return onProject(input, model, () => writable(input.id, model) ?? { status: 201, kind: 'Task', values })
}

/** Evaluates the preconditions of a write: If-Match and If-None-Match, then the read-only members that were sent back. */
function written(resource: Resource, input: Input, rule: () => Outcome): Outcome {
  const tag = currentTag(resource)
  if (!isMatched(tag, input.match) || isListed(tag, input.noneMatch)) return { status: 412, tag }
  return readOnlyError(resource, input) ?? rule()
}

function read(resource: Resource, { match, noneMatch }: Input, taskCounts?: Record<string, number>): Outcome {
  const tag = currentTag(resource)
  if (!isMatched(tag, match)) return { status: 412, tag }
  // The entity tag does not cover the counts.
  const isCurrent = isListed(tag, noneMatch) && taskCounts === undefined
  return isCurrent ? { status: 304, resource } : { status: 200, resource, taskCounts }
}

function taskCountsOf({ id, query }: Input, model: Model): Record<string, number> | undefined {
  if (!query.some(([name]) => name === 'include')) return undefined
  const count = (status: string) => model.tasksOf(id).filter(({ value }) => value['status'] === status).length
  return Object.fromEntries(['TODO', 'IN_PROGRESS', 'DONE'].map((status) => [status, count(status)]))
}

/** Evaluates If-Match by strong comparison. */
const isMatched = (tag: string | undefined, tags: Tags | undefined): boolean =>
  tags === undefined || tags === '*' || tags.some((one) => !one.isWeak && one.tag === tag)

/** Evaluates If-None-Match by weak comparison. */
const isListed = (tag: string | undefined, tags: Tags | undefined): boolean =>
  tags === '*' || tags?.some((one) => one.tag === tag) === true

const writable = (projectId: string, model: Model): Outcome | undefined =>
  model.isArchived(projectId) ? conflict('ARCHIVED', 'ARCHIVED') : undefined

const changed = (resource: Resource, value: Value): Outcome => ({ status: 200, resource, value })

/** A patch that changes nothing leaves the entity tag as it is. */
function patched(resource: Resource, { operation, body }: Input): Outcome {
  const members = settableMembers(operation)
    .filter((name) => Object.hasOwn(body, name))
    .map((name) => [name, body[name] ?? DEFAULTS[name] ?? null] as const)
  const isSame = members.every(([name, value]) => resource.value[name] === value)
  return isSame ? { status: 200, resource } : changed(resource, Object.fromEntries(members))
}

const moved = (project: Resource, input: Input, status: string): Outcome =>
  written(project, input, () =>
    project.value['status'] === status ? { status: 200, resource: project } : changed(project, { status }),
  )

function transition(task: Resource, to: string, isArchived: boolean): Outcome {
  const from = String(task.value['status'])
  if (isArchived) return conflict(from, to)
  if (from === to) return { status: 200, resource: task }
  return from === 'DONE' ? conflict(from, to) : changed(task, { status: to })
}
