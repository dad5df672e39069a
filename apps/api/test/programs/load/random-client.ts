/** The state that all clients share. */
export interface Model {
  projects: string[]
  tasks: string[]
  /** The number of responses by operation and status. */
  answers: Map<string, number>
  /** The tasks that were DONE in some response. */
  done: Set<string>
}

/** The part of `fetch` that a client uses. */
export type SendRequest = (url: string, init?: RequestInit) => Promise<Response>

const STATUSES = ['TODO', 'IN_PROGRESS', 'DONE']
const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH']
const SORTS = ['createdAt,desc', 'title,asc', 'priority,desc', 'dueDate,asc', 'status,asc&sort=title,desc']

/** Limits the shared projects, so that clients access the same ones. */
const MAX_SHARED = 300

interface Answered {
  status: number
  body: { id?: string; status?: string }
}

/** A client that executes random operations one after another. */
export class RandomClient {
  readonly #origin: string
  readonly #model: Model
  readonly #request: SendRequest

  constructor(origin: string, model: Model, request: SendRequest = fetch) {
    this.#origin = origin
    this.#model = model
    this.#request = request
  }

  async runWhile(shouldContinue: () => boolean): Promise<void> {
    while (shouldContinue()) await pick(this.#steps)()
  }

  // Frequent operations are repeated.
  readonly #steps: (() => Promise<unknown>)[] = [
    () => this.#createProject(),
    () => this.#createTask(),
    () => this.#createTask(),
    () => this.#createTask(),
    () => this.#send('listProjects', 'GET', `/projects?status=${pick(['ACTIVE', 'ARCHIVED'])}&sort=name,asc`),
    () => this.#send('getProject', 'GET', `/projects/${this.#project}`),
    () => this.#send('updateProject', 'PUT', `/projects/${this.#project}`, { name: 'New name' }),
    () => this.#send('archiveProject', 'POST', `/projects/${this.#project}/archive`),
    () => this.#send('reactivateProject', 'POST', `/projects/${this.#project}/reactivate`),
    () => this.#send('reactivateProject', 'POST', `/projects/${this.#project}/reactivate`),
    () => this.#listTasks(),
    () => this.#listTasks(),
    () => this.#send('getTask', 'GET', `/tasks/${this.#task}`),
    () =>
      this.#send('updateTask', 'PUT', `/tasks/${this.#task}`, { title: 'New title', dueDate: '2026-04-30' }),
    () => this.#setStatus(),
    () => this.#setStatus(),
    () => this.#send('deleteTask', 'DELETE', `/tasks/${this.#task}`),
    () => (Math.random() < 0.1 ? this.#deleteProject() : this.#createTask()),
  ]

  get #project(): string {
    return pickId(this.#model.projects)
  }

  get #task(): string {
    return pickId(this.#model.tasks)
  }

  async #createProject(): Promise<void> {
    const { body } = await this.#send('createProject', 'POST', '/projects', { name: 'A project' })
    if (body.id !== undefined) share(this.#model.projects, body.id)
  }

  async #createTask(): Promise<void> {
    const task = { title: 'A task', priority: pick(PRIORITIES), dueDate: pick(['2026-01-31', null]) }
    const { status, body } = await this.#send('createTask', 'POST', `/projects/${this.#project}/tasks`, task)
    if (status === 201 && body.id !== undefined) share(this.#model.tasks, body.id)
  }

  async #listTasks(): Promise<void> {
    const query = `sort=${pick(SORTS)}&size=${pick([5, 20, 50])}&priority=${pick(PRIORITIES)}`
    await this.#send('listTasks', 'GET', `/projects/${this.#project}/tasks?${query}`)
  }

  async #setStatus(): Promise<void> {
    const id = this.#task
    const { status, body } = await this.#send('updateTaskStatus', 'PATCH', `/tasks/${id}/status`, {
      status: pick(STATUSES),
    })
    if (status === 200 && body.status === 'DONE') this.#model.done.add(id)
  }

  async #deleteProject(): Promise<void> {
    await this.#send('deleteProject', 'DELETE', `/projects/${this.#project}`)
  }

  async #send(operation: string, method: string, path: string, body?: unknown): Promise<Answered> {
    const answered = await this.#fetch(method, path, body).catch((error: unknown) => ({
      status: `failed: ${String(error)}`,
      body: {},
    }))
    const answer = `${operation} ${answered.status}`
    this.#model.answers.set(answer, (this.#model.answers.get(answer) ?? 0) + 1)
    return { status: Number(answered.status), body: answered.body }
  }

  async #fetch(method: string, path: string, body: unknown): Promise<Answered> {
    const response = await this.#request(`${this.#origin}/api/v1${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Answered['body']) }
  }
}

/** The id of an existing or deleted resource; an unused id if there is none. */
function pickId(list: readonly string[]): string {
  return list.length === 0 ? 'none' : pick(list)
}

function share(list: string[], id: string): void {
  if (list.length < MAX_SHARED) list.push(id)
  else list[Math.floor(Math.random() * list.length)] = id
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T
}
