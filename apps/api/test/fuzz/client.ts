import { setTimeout as sleep } from 'node:timers/promises'

import {
  expectNoRequest,
  expectOutcome,
  expectPause,
  expectRefusal,
  expectReplay,
  expectSound,
  expectUnknown,
} from './checks.ts'
import { type Answer, Connection } from './connection.ts'
import { Model, type Thing } from './model.ts'
import type { ReadWriteLock } from './read-write-lock.ts'
import { type Identity, type Request, requestOf, type Valid } from './requests.ts'
import { RULES } from './rules.ts'
import type { Step } from './steps.ts'

/** What all clients of a run share. */
export interface Run {
  origin: string
  credentials: Identity['credentials']
  lock: ReadWriteLock
  clients: Set<Client>
  /** How often which operation was answered with which status. */
  answers: Map<string, number>
  /** Whether the server may say that it is too much; what it refuses so is sent again. */
  isLimited: boolean
}

/** The list of all projects sees what every client has. */
const SEES_EVERYTHING = 'listProjects'

const CONCLUSION = 'deleteProject'

/** A client with things of its own, a connection of its own, and a model that says what it has to be answered. */
export class Client {
  readonly #run: Run
  readonly #model = new Model()
  readonly #connection: Connection
  readonly #identity: Identity
  #last: Request | undefined

  constructor(run: Run, name: string) {
    this.#run = run
    this.#connection = new Connection(run.origin)
    this.#identity = { credentials: run.credentials, name }
    run.clients.add(this)
  }

  get projects(): Thing[] {
    return [...this.#model.projects.values()]
  }

  /** The last request that was sent, as one would send it again. */
  get last(): string {
    return JSON.stringify(this.#last?.bytes.toString('latin1'))
  }

  /** Sends the request of a step. Throws when the answer is not what the description and the rules say. */
  async take(step: Step): Promise<void> {
    // What the request is depends on the model, so that nothing may come between them.
    const request = requestOf(step, this.#model, this.#identity)
    if (request === undefined) return
    const isAlone = request.kind === 'valid' && request.operation.id === SEES_EVERYTHING
    const send = (): Promise<void> => this.#send(request)
    await (isAlone ? this.#run.lock.exclusive(send) : this.#run.lock.shared(send))
  }

  /** Deletes what it has. */
  async finish(): Promise<void> {
    while (this.projects.length > 0) {
      await this.take({
        kind: 'call',
        operation: CONCLUSION,
        isHead: false,
        caller: 'both',
        id: { kind: 'known', choice: 0, spelling: 'plain' },
        query: [],
        body: undefined,
        condition: undefined,
        key: undefined,
        accept: undefined,
        headers: [],
      })
    }
    this.#connection.close()
    this.#run.clients.delete(this)
  }

  async #send(request: Request): Promise<void> {
    this.#last = request
    const answer = await this.#connection.exchange(request.bytes, request.method)
    if (request.isUnfinished === true) this.#connection.close()
    const name = 'operation' in request ? request.operation.id : `(${request.kind})`
    const count = `${name} ${answer.status}`
    this.#run.answers.set(count, (this.#run.answers.get(count) ?? 0) + 1)
    expectSound(request, answer)
    if (answer.status === 429 && this.#run.isLimited) {
      await sleep(expectPause(answer) * 1000)
      return this.#send(request)
    }
    if (request.kind === 'refused') expectRefusal(request, answer)
    else if (request.kind === 'unknown') expectUnknown(request, answer)
    else if (request.kind === 'no request') expectNoRequest(answer)
    else this.#expectRight(request, answer)
  }

  #expectRight(request: Valid, answer: Answer): void {
    if (request.before !== undefined) return expectReplay(request.before, answer)
    const { input, segment, caller, key: header } = request
    const rule = RULES[input.operation]
    if (rule === undefined) throw new Error(`There is no rule for ${input.operation}`)
    const everything = (): Thing[] => [...this.#run.clients].flatMap(({ projects }) => projects)
    expectOutcome(request, answer, rule(input, this.#model, everything), this.#model)
    if (header !== undefined) this.#model.kept.push({ input, segment, caller, header, answer })
  }
}
