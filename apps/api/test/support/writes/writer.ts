import { setTimeout as sleep } from 'node:timers/promises'

import { type WriteLog, projectOf, type State, taskOf } from './write-log.ts'

export interface WriteResponse {
  status: number
  body: { id?: string; type?: string }
  /** Whether the response was replayed for the same Idempotency-Key. */
  replayed: boolean
}

/** Sends a request. Resolves to undefined if the connection was lost. */
export type Send = (
  method: string,
  path: string,
  body?: unknown,
  key?: string,
) => Promise<WriteResponse | undefined>

interface Resource {
  mark: string
  path: string
  version: number
  status: string
}

interface WriteRequest {
  method: string
  path: string
  body?: unknown
  /** The Idempotency-Key of a request that creates a resource. */
  key?: string
  expected: number[]
  /** The states of all affected rows after the write. */
  states: [mark: string, state: State][]
}

const PAUSE_MS = 50
/** How often a stopped client still retries a request with an Idempotency-Key. */
const MAX_ATTEMPTS_AFTER_STOP = 600
const TASKS = 3

/**
 * A client that writes continuously to its own resources, and records the writes. It retries requests without a response.
 * A stopped client abandons its current request, unless it has an Idempotency-Key: that one is retried until it succeeds.
 */
export class Writer {
  /** Responses other than success and retryable errors. */
  readonly unexpectedResponses: string[] = []
  /** The number of responses by status; 0 is a lost connection. */
  readonly responses = new Map<number, number>()
  /** The number of replayed responses. */
  replays = 0
  readonly #name: string
  readonly #send: Send
  readonly #writeLog: WriteLog
  readonly #random: () => number
  #count = 0
  #stopped = false

  constructor(name: string, send: Send, writeLog: WriteLog, random: () => number = Math.random) {
    this.#name = name
    this.#send = send
    this.#writeLog = writeLog
    this.#random = random
  }

  /** Writes until it is stopped. */
  async run(): Promise<void> {
    while (!this.#stopped) await this.#story()
  }

  stop(): void {
    this.#stopped = true
  }

  /** The life of a project and its tasks. */
  async #story(): Promise<void> {
    const project = await this.#create('/projects', projectOf, 'ACTIVE')
    if (project === undefined) return
    const tasks: Resource[] = []
    for (let i = 0; i < TASKS; i++) {
      const task = await this.#create(`${project.path}/tasks`, taskOf, 'TODO')
      if (task !== undefined) tasks.push({ ...task, path: `/tasks/${task.path.split('/').at(-1) ?? ''}` })
    }
    for (const task of tasks) {
      await this.#replace(task, taskOf)
      await this.#move(task, 'IN_PROGRESS')
      if (this.#random() < 0.3) await this.#move(task, 'DONE')
    }
    await this.#replace(project, projectOf)
    const [first, ...others] = tasks
    if (first) await this.#delete(first, [first])
    if (this.#random() < 0.5) await this.#command(project, 'archive', 'ARCHIVED')
    if (this.#random() < 0.3) await this.#command(project, 'reactivate', 'ACTIVE')
    if (this.#random() < 0.5) await this.#delete(project, [project, ...others])
  }

  async #create(
    path: string,
    content: (mark: string, version: number) => unknown,
    status: string,
  ): Promise<Resource | undefined> {
    const mark = `${this.#name}-${this.#count++}`
    const states: WriteRequest['states'] = [[mark, `0 ${status}`]]
    const request = { method: 'POST', path, body: content(mark, 0), key: mark }
    const id = await this.#change({ ...request, expected: [201], states })
    return id === undefined ? undefined : { mark, path: `/projects/${id}`, version: 0, status }
  }

  async #replace(thing: Resource, content: (mark: string, version: number) => unknown): Promise<void> {
    thing.version++
    const states: WriteRequest['states'] = [[thing.mark, stateOf(thing)]]
    const body = content(thing.mark, thing.version)
    await this.#change({ method: 'PUT', path: thing.path, body, expected: [200], states })
  }

  async #move(task: Resource, status: string): Promise<void> {
    task.status = status
    const states: WriteRequest['states'] = [[task.mark, stateOf(task)]]
    await this.#change({
      method: 'PATCH',
      path: `${task.path}/status`,
      body: { status },
      expected: [200],
      states,
    })
  }

  async #command(project: Resource, command: string, status: string): Promise<void> {
    project.status = status
    const states: WriteRequest['states'] = [[project.mark, stateOf(project)]]
    await this.#change({ method: 'POST', path: `${project.path}/${command}`, expected: [200], states })
  }

  /** A retried deletion may respond with 404. */
  async #delete(thing: Resource, gone: Resource[]): Promise<void> {
    const states: WriteRequest['states'] = gone.map(({ mark }) => [mark, 'absent'])
    await this.#change({ method: 'DELETE', path: thing.path, expected: [204, 404], states })
  }

  /** Sends a request until it succeeds. Returns the id of a created resource. */
  async #change({ method, path, body, key, expected, states }: WriteRequest): Promise<string | undefined> {
    for (const [mark, state] of states) this.#writeLog.sent(mark, state)
    for (let left = key === undefined ? 0 : MAX_ATTEMPTS_AFTER_STOP; !this.#stopped || left > 0;) {
      if (this.#stopped) left--
      const answer = await this.#send(method, path, body, key)
      const status = answer?.status ?? 0
      this.responses.set(status, (this.responses.get(status) ?? 0) + 1)
      if (answer?.replayed === true) this.replays++
      if (expected.includes(status)) {
        for (const [mark, state] of states) this.#writeLog.acknowledged(mark, state)
        return answer?.body.id ?? ''
      }
      if (!isRetryable(answer)) {
        this.unexpectedResponses.push(`${method} ${path}: ${status} ${JSON.stringify(answer?.body)}`)
        return undefined
      }
      await sleep(PAUSE_MS)
    }
    if (key !== undefined) this.unexpectedResponses.push(`${key} has received no response`)
    return undefined
  }
}

/** The connection was lost, the database is unavailable, or an earlier attempt with the same key is in progress. */
function isRetryable(answer: WriteResponse | undefined): boolean {
  if (answer === undefined || answer.status === 503) return true
  return answer.status === 409 && answer.body.type?.endsWith('/idempotency-key-in-use') === true
}

function stateOf({ version, status }: Resource): State {
  return `${version} ${status}`
}
