import type { HttpResponse } from '../support/requests/connection.ts'
import type { ValidRequest } from './requests/request.ts'
import { ABSENT_ID } from './requests/request-values.ts'
import { RULES } from './rules.ts'
import { type Input, Model, type Resource, type Value } from './state.ts'

/** A version of a resource, and the requests whose responses had it. */
interface Version {
  tag: string | null
  body: Value
  requests: Input[]
}

interface Observed {
  kind: Resource['kind']
  versions: Map<number, Version>
}

/** The resources from which clients choose are few, so that several clients use the same. */
const MAX_PROJECTS = 100
const MAX_TASKS = 400

/** 400 is the response to a read-only member with another value. */
const STATUSES = [200, 201, 204, 304, 400, 404, 409, 412]

/**
 * The responses to clients that share resources. Each version of a resource must follow from the one before by the rules,
 * and by a request that was answered with it: a lost update, an ignored precondition or a wrong transition breaks the chain.
 */
export class History {
  readonly #model: Model
  readonly #errors: string[] = []
  readonly #resources = new Map<string, Observed>()
  readonly #removed = new Set<string>()
  /** Those to which a request was sent twice, so that the response of a version may be missing. */
  readonly #repeated = new Set<string>()

  constructor(model: Model) {
    this.#model = model
  }

  add({ input, method }: ValidRequest, { status, text, headers }: HttpResponse, attempts: number): void {
    if (attempts > 1) this.#repeated.add(input.id)
    if (!STATUSES.includes(status)) this.#errors.push(`${input.operation}: ${status} ${text}`)
    if (status === 204 || (status === 404 && attempts > 1 && method === 'DELETE'))
      return this.#remove(input.id)
    if ((status !== 200 && status !== 201) || input.operation.startsWith('list')) return
    for (const body of [JSON.parse(text) as Value | Value[]].flat())
      this.#addVersion(body, headers.get('etag'), input, status === 201)
    this.#limit()
  }

  /** Compares the versions with each other, and the last ones with all resources that exist. */
  check(found: ReadonlyMap<string, Value>): string[] {
    const errors = [...this.#errors]
    for (const [id, { kind, versions }] of this.#resources) {
      const chain = [...versions].sort(([a], [b]) => a - b).map(([, version]) => version)
      const isComplete = !this.#repeated.has(id)
      if (isComplete)
        for (const [i, next] of chain.entries()) errors.push(...errorsOf(kind, chain[i - 1], next))
      const [last, current] = [chain.at(-1)?.body, found.get(id)]
      const isRemoved = this.#removed.has(id) || this.#removed.has(last?.['projectId'] ?? '')
      if (isRemoved && current !== undefined) errors.push(`${id} was deleted and exists`)
      const mayBeRemoved = isRemoved || this.#repeated.has(last?.['projectId'] ?? '')
      if (isComplete && !mayBeRemoved && !isSame(current, last))
        errors.push(`${id} is ${JSON.stringify(current)}; expected ${JSON.stringify(last)}`)
    }
    return errors
  }

  #addVersion({ taskCounts: _, ...body }: Value, tag: string | null, input: Input, isNew: boolean): void {
    const id = String(body['id'])
    const kind = 'projectId' in body ? 'Task' : 'Project'
    // New tasks that were created together have no entity tag.
    const number = Number(/-(\d+)"$/.exec(tag ?? '')?.[1] ?? 0)
    const observed = this.#resources.get(id) ?? { kind, versions: new Map<number, Version>() }
    this.#resources.set(id, observed)
    const version = observed.versions.get(number) ?? { tag, body, requests: [] }
    observed.versions.set(number, version)
    version.requests.push(input)
    if (!isSame(version.body, body)) this.#errors.push(`${id} has two versions with the entity tag ${tag}`)
    if (isNew && !this.#removed.has(input.id))
      this.#model.add({ kind, value: body, tags: tag === null ? [] : [tag] })
    const known = this.#model.find(id)
    if (known === undefined || tag === null || known.tags.includes(tag)) return
    known.value = body
    known.tags.push(tag)
  }

  #remove(id: string): void {
    this.#removed.add(id)
    this.#model.remove(id)
  }

  #limit(): void {
    const { projects, tasks } = this.#model
    for (const [oldest] of projects) if (projects.size > MAX_PROJECTS) this.#model.remove(oldest)
    for (const [oldest] of tasks) if (tasks.size > MAX_TASKS) tasks.delete(oldest)
  }
}

function errorsOf(
  kind: Resource['kind'],
  before: Version | undefined,
  { body, requests }: Version,
): string[] {
  // The first version is that of the creation.
  if (before === undefined || isSame(before.body, body)) return []
  const isExplained = requests.some((input) => {
    const result = resultOf(kind, before, input)
    return isSame(result && { ...result, updatedAt: body['updatedAt'] ?? '' }, body)
  })
  const sent = requests.map(({ operation, body: members, match }) => [operation, members, match])
  return isExplained
    ? []
    : [`${JSON.stringify(before.body)} became ${JSON.stringify(body)} by ${JSON.stringify(sent)}`]
}

/** The members after a request, by the rules; undefined if it has to fail. The project of a task is active. */
function resultOf(kind: Resource['kind'], { tag, body }: Version, input: Input): Value | undefined {
  const model = new Model()
  const [id, projectId] = [String(body['id']), body['projectId'] ?? ABSENT_ID]
  model.add({ kind: 'Project', value: { id: projectId, status: 'ACTIVE' }, tags: [] })
  model.add({ kind, value: body, tags: tag === null ? [] : [tag] })
  const outcome = RULES[input.operation]({ ...input, id }, model)
  return outcome.status === 200 && 'value' in outcome ? { ...body, ...outcome.value } : undefined
}

const isSame = (a: Value | undefined, b: Value | undefined): boolean =>
  JSON.stringify(a && Object.entries(a).sort()) === JSON.stringify(b && Object.entries(b).sort())
