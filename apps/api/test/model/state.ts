import type { HttpResponse } from '../support/requests/connection.ts'
import type { OperationId } from './operations.ts'
import type { Pair } from './steps/step.ts'

/** The members of a project or a task. */
export type Value = Record<string, string | null>

/** A project or a task as in the last response, with the entity tags of all its versions. */
export interface Resource {
  kind: 'Project' | 'Task'
  value: Value
  /** Empty until a response has had the first one: those of several new tasks are in no response. */
  tags: string[]
}

/** The input of an operation, for a request that conforms to openapi.yaml. */
export interface Input {
  operation: OperationId
  /** The id in the path, decoded. */
  id: string
  query: readonly Pair[]
  body: Value
  /** The bodies of an operation for several resources. */
  bodies: Value[]
  /** The link that the request follows. */
  link: Followable | undefined
  /** The entity tags of If-Match and If-None-Match, if the operation has these headers. */
  match: Tags | undefined
  noneMatch: Tags | undefined
}

export type Tags = { isWeak: boolean; tag: string }[] | '*'

/** The values of the precondition headers of a request. */
export interface Conditions {
  'If-Match': string | undefined
  'If-None-Match': string | undefined
}

/** A request with an Idempotency-Key, and its response. */
export interface StoredResponse {
  input: Input
  /** The id as it was sent. With the same key, another spelling counts as another request, except for upper and lower case. */
  segment: string
  caller: string
  header: string
  /** The values of its precondition headers. */
  conditions: Conditions
  answer: HttpResponse
}

/** A link of a response that was read by cursor: the request for the page, and the position that its cursor stands for. */
export interface Followable {
  operation: OperationId
  /** The id in the path. */
  id: string
  /** The query of the link, with `after`. */
  query: readonly Pair[]
  /** The item before the page, as it was; undefined for the start of the list. */
  item: Value | undefined
  /** The number of the page. */
  number: number
}

/** The expected state of the resources of one client, or of several that share them. */
export class Model {
  readonly projects = new Map<string, Resource>()
  readonly tasks = new Map<string, Resource>()
  readonly storedResponses: StoredResponse[] = []
  readonly links: Followable[] = []

  find(id: string): Resource | undefined {
    return this.projects.get(id) ?? this.tasks.get(id)
  }

  tasksOf(projectId: string): Resource[] {
    return [...this.tasks.values()].filter(({ value }) => value['projectId'] === projectId)
  }

  isArchived(projectId: string): boolean {
    return this.projects.get(projectId)?.value['status'] === 'ARCHIVED'
  }

  add(resource: Resource): void {
    const resources = resource.kind === 'Project' ? this.projects : this.tasks
    resources.set(String(resource.value['id']), resource)
  }

  /** Removes a project with its tasks, or a task. */
  remove(id: string): void {
    for (const { value } of this.tasksOf(id)) this.tasks.delete(String(value['id']))
    this.projects.delete(id)
    this.tasks.delete(id)
  }
}

/** Undefined if no response has had one yet. */
export const currentTag = ({ tags }: Resource): string | undefined => tags.at(-1)
