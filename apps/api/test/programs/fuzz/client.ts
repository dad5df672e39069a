import { setTimeout as sleep } from 'node:timers/promises'

import type { components } from '../../../src/openapi/types.ts'

import { type HttpResponse, Connection } from './connection.ts'
import { Model, type Resource } from './model/model.ts'
import { RULES } from './model/rules.ts'
import { KNOWN_ORIGIN } from './negotiation.ts'
import type { ReadWriteLock } from './read-write-lock.ts'
import { requestOf } from './requests/build-request.ts'
import type { Identity } from './requests/classify-request.ts'
import type { Request, ValidRequest } from './requests/request.ts'
import { expectOutcome } from './responses/check-outcome.ts'
import {
  expectMalformedRequestError,
  expectRetryAfter,
  expectErrorStatus,
  expectReplay,
  expectConformingResponse,
  expectUnknownRouteError,
} from './responses/check-response.ts'
import { expectSame } from './responses/expect.ts'
import type { Step } from './steps/step.ts'

type ChangePage = components['schemas']['ChangePage']

/** The state that all clients of a run share. */
export interface Run {
  origin: string
  credentials: Identity['credentials']
  /** Whether the server has no authentication. */
  isOpen: boolean
  lock: ReadWriteLock
  clients: Set<Client>
  /** The number of responses by operation and status. */
  answers: Map<string, number>
  /** Whether the server has a rate limit. Requests with status 429 are then sent again. */
  isLimited: boolean
}

/** The list of all projects contains those of every client, so it is sent exclusively. */
const LIST_OF_ALL_CLIENTS = 'listProjects'

const CLEANUP_OPERATION = 'deleteProject'

/** A client with its own connection and resources, and a model that predicts the responses. */
export class Client {
  readonly #run: Run
  readonly #model = new Model()
  readonly #connection: Connection
  readonly #identity: Identity
  #last: Request | undefined
  #cursor = ''

  constructor(run: Run, name: string) {
    this.#run = run
    this.#connection = new Connection(run.origin)
    this.#identity = { credentials: run.credentials, isOpen: run.isOpen, name }
    run.clients.add(this)
  }

  get projects(): Resource[] {
    return [...this.#model.projects.values()]
  }

  /** The bytes of the last request. */
  get last(): string {
    return JSON.stringify(this.#last?.bytes.toString('latin1'))
  }

  /** Stores the cursor of the end of the change feed. */
  async begin(): Promise<void> {
    if (!this.#run.isLimited) this.#cursor = (await this.#readChanges('')).cursor
  }

  /** Sends the request of a step. Throws if the response violates openapi.yaml or differs from the model. */
  async executeStep(step: Step): Promise<void> {
    // The request depends on the state of the model, so it is built immediately before it is sent.
    const request = requestOf(step, this.#model, this.#identity)
    if (request === undefined) return
    const send = (): Promise<void> => this.#send(request)
    // A request that changes no list may take seconds, in which other clients go on.
    if (request.kind !== 'valid' || request.operation.id === 'listChanges') return send()
    const isExclusive = request.operation.id === LIST_OF_ALL_CLIENTS
    await (isExclusive ? this.#run.lock.exclusive(send) : this.#run.lock.shared(send))
  }

  /** Deletes the projects of this client, and checks that the change feed lists exactly its changes, in their order. */
  async finish(): Promise<void> {
    while (this.projects.length > 0) {
      await this.executeStep({
        kind: 'call',
        operation: CLEANUP_OPERATION,
        isHead: false,
        caller: 'both',
        id: { kind: 'known', choice: 0, spelling: 'plain' },
        query: [],
        body: undefined,
        match: undefined,
        noneMatch: undefined,
        key: undefined,
        accept: undefined,
        encodings: undefined,
        origin: KNOWN_ORIGIN,
        headers: [],
      })
    }
    if (!this.#run.isLimited) await this.#expectChanges()
    this.#connection.close()
    this.#run.clients.delete(this)
  }

  async #expectChanges(): Promise<void> {
    const { changes } = this.#model
    const ids = new Set(changes.map((change) => change.split(' ')[1]))
    const listed: string[] = []
    while (listed.length < changes.length) {
      const { content, cursor } = await this.#readChanges(`?after=${this.#cursor}&wait=5&size=1000`)
      listed.push(...content.filter(({ id }) => ids.has(id)).map(({ type, id }) => `${type} ${id}`))
      if (content.length === 0) break
      this.#cursor = cursor
    }
    expectSame('changes in the feed', listed, changes)
  }

  async #readChanges(query: string): Promise<ChangePage> {
    const { origin, credentials } = this.#run
    const headers = { Authorization: `Bearer ${credentials.both ?? ''}` }
    const response = await fetch(`${origin}/api/v1/changes${query}`, { headers })
    expectSame('status of the change feed', response.status, 200)
    return (await response.json()) as ChangePage
  }

  async #send(request: Request): Promise<void> {
    this.#last = request
    const answer = await this.#connection.exchange(request.bytes, request.method)
    if (request.isUnfinished === true) this.#connection.close()
    const name = 'operation' in request ? request.operation.id : `(${request.kind})`
    const count = `${name} ${answer.status}`
    this.#run.answers.set(count, (this.#run.answers.get(count) ?? 0) + 1)
    expectConformingResponse(request, answer)
    if (answer.status === 429 && this.#run.isLimited) {
      await sleep(expectRetryAfter(answer) * 1000)
      return this.#send(request)
    }
    if (request.kind === 'invalid') expectErrorStatus(request, answer)
    else if (request.kind === 'unknown route') expectUnknownRouteError(request, answer)
    else if (request.kind === 'malformed') expectMalformedRequestError(request, answer)
    else this.#expectModelResponse(request, answer)
  }

  #expectModelResponse(request: ValidRequest, answer: HttpResponse): void {
    if (request.before !== undefined) return expectReplay(request.before, answer)
    const { input, segment, caller, key: header, conditions } = request
    const rule = RULES[input.operation]
    if (rule === undefined) throw new Error(`The model has no rule for ${input.operation}`)
    const everything = (): Resource[] => [...this.#run.clients].flatMap(({ projects }) => projects)
    expectOutcome(request, answer, rule(input, this.#model, everything), this.#model)
    if (header !== undefined)
      this.#model.storedResponses.push({ input, segment, caller, header, conditions, answer })
  }
}
