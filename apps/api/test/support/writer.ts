import { setTimeout as sleep } from 'node:timers/promises'

import { type Ledger, projectOf, type State, taskOf } from './ledger.ts'

export interface Answer {
  status: number
  body: { id?: string; type?: string }
  /** Whether it was given before, to the same key. */
  replayed: boolean
}

/** What is asked of the API: an answer, or nothing when the connection broke. */
export type Send = (method: string, path: string, body?: unknown, key?: string) => Promise<Answer | undefined>

interface Thing {
  mark: string
  path: string
  version: number
  status: string
}

interface Change {
  method: string
  path: string
  body?: unknown
  /** What creates is sent with a key. */
  key?: string
  expected: number[]
  /** What there is afterwards, of everything that the change touches. */
  states: [mark: string, state: State][]
}

const PAUSE_MS = 50
/** How often a client that was stopped still asks what became of what it has created. */
const LAST_ATTEMPTS = 600
const TASKS = 3

/**
 * A client that writes without a pause, each time to things that only it writes to, and keeps the ledger. What was
 * not answered it sends again. It is stopped in the middle of a change, which may then be done or not; but what it
 * creates, under a key, it goes on sending until that is answered.
 */
export class Writer {
  /** Answers that it cannot make sense of. */
  readonly surprises: string[] = []
  /** How often it was answered with each status; 0 stands for a connection that broke. */
  readonly answers = new Map<number, number>()
  /** How often it was told again what it had not heard. */
  replays = 0
  readonly #name: string
  readonly #send: Send
  readonly #ledger: Ledger
  readonly #random: () => number
  #count = 0
  #stopped = false

  constructor(name: string, send: Send, ledger: Ledger, random: () => number = Math.random) {
    this.#name = name
    this.#send = send
    this.#ledger = ledger
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
    const tasks: Thing[] = []
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
  ): Promise<Thing | undefined> {
    const mark = `${this.#name}-${this.#count++}`
    const states: Change['states'] = [[mark, `0 ${status}`]]
    const request = { method: 'POST', path, body: content(mark, 0), key: mark }
    const id = await this.#change({ ...request, expected: [201], states })
    return id === undefined ? undefined : { mark, path: `/projects/${id}`, version: 0, status }
  }

  async #replace(thing: Thing, content: (mark: string, version: number) => unknown): Promise<void> {
    thing.version++
    const states: Change['states'] = [[thing.mark, stateOf(thing)]]
    const body = content(thing.mark, thing.version)
    await this.#change({ method: 'PUT', path: thing.path, body, expected: [200], states })
  }

  async #move(task: Thing, status: string): Promise<void> {
    task.status = status
    const states: Change['states'] = [[task.mark, stateOf(task)]]
    await this.#change({
      method: 'PATCH',
      path: `${task.path}/status`,
      body: { status },
      expected: [200],
      states,
    })
  }

  async #command(project: Thing, command: string, status: string): Promise<void> {
    project.status = status
    const states: Change['states'] = [[project.mark, stateOf(project)]]
    await this.#change({ method: 'POST', path: `${project.path}/${command}`, expected: [200], states })
  }

  /** A project that is archived can be deleted too; a repeated delete finds nothing. */
  async #delete(thing: Thing, gone: Thing[]): Promise<void> {
    const states: Change['states'] = gone.map(({ mark }) => [mark, 'absent'])
    await this.#change({ method: 'DELETE', path: thing.path, expected: [204, 404], states })
  }

  /** Sends a change until it is answered. Returns the id of what was created. */
  async #change({ method, path, body, key, expected, states }: Change): Promise<string | undefined> {
    for (const [mark, state] of states) this.#ledger.sent(mark, state)
    for (let left = key === undefined ? 0 : LAST_ATTEMPTS; !this.#stopped || left > 0;) {
      if (this.#stopped) left--
      const answer = await this.#send(method, path, body, key)
      const status = answer?.status ?? 0
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
      if (answer?.replayed === true) this.replays++
      if (expected.includes(status)) {
        for (const [mark, state] of states) this.#ledger.done(mark, state)
        return answer?.body.id ?? ''
      }
      if (!mayPass(answer)) {
        this.surprises.push(`${method} ${path}: ${status} ${JSON.stringify(answer?.body)}`)
        return undefined
      }
      await sleep(PAUSE_MS)
    }
    if (key !== undefined) this.surprises.push(`${key} was not answered`)
    return undefined
  }
}

/** The connection broke, the database is away, or an earlier attempt with the same key is not over. */
function mayPass(answer: Answer | undefined): boolean {
  if (answer === undefined || answer.status === 503) return true
  return answer.status === 409 && answer.body.type?.endsWith('/idempotency-key-in-use') === true
}

function stateOf({ version, status }: Thing): State {
  return `${version} ${status}`
}
