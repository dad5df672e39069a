import { setTimeout as sleep } from 'node:timers/promises'

import type { Connections } from './connections.ts'
import type { HttpResponse } from '../support/requests/connection.ts'
import type { History } from './history.ts'
import { type OperationId, operationWithId } from './operations.ts'
import { requestOf } from './requests/build-request.ts'
import { classified, type Identity } from './requests/classify-request.ts'
import type { Request, ValidRequest } from './requests/request.ts'
import { expectOutcome, expectRepeatedOutcome } from './responses/check-outcome.ts'
import { expectConformingResponse, expectReplay, expectRetryAfter } from './responses/check-response.ts'
import { expectSame } from './responses/expect.ts'
import { RULES } from './rules.ts'
import { Model } from './state.ts'
import type { Step } from './steps/step.ts'

/** The state that all clients of a run share. */
export interface Run {
  connections: () => Connections
  credentials: Identity['credentials']
  /** The number of responses by operation and status. */
  answers: Map<string, number>
  /** Whether the server has a rate limit. Requests with status 429 are then sent again. */
  isLimited: boolean
  /**
   * Whether servers may fail. A request without a response, or with 503, is then sent again, and each has an
   * Idempotency-Key if its operation has that header. Only requests that conform to openapi.yaml are sent.
   */
  isRepeating: boolean
  /** Whether tasks that do not exist are not addressed: the statement that looks for their earlier ids is for all shards. */
  onlyExisting?: boolean
  /** Whether no other client writes to the database, so that the lists of all projects are known. */
  isAlone: boolean
  /** The resources of all clients, if they share them; the responses are then compared with each other. */
  shared?: { model: Model; history: History }
}

/** They contain the resources of every client. */
const LISTS_OF_ALL_CLIENTS = new Set<OperationId>(['listProjects', 'listAllTasks'])

/** A client with its own connections and resources, and a model that predicts the responses. */
export class Client {
  readonly model: Model
  readonly #run: Run
  readonly #connections: Connections
  readonly #identity: Identity
  #last: Request | undefined

  constructor(run: Run, name: string) {
    this.#run = run
    this.model = run.shared?.model ?? new Model()
    this.#connections = run.connections()
    const { credentials, isRepeating } = run
    let keys = 0
    this.#identity = { credentials, hasKeys: isRepeating, newKey: () => `${name}-${keys++}` }
  }

  /** The last request. */
  get last(): string {
    const { method, target, headers, body } = this.#last ?? {}
    return JSON.stringify([method, target, headers, body?.toString('latin1')])
  }

  /** Sends the request of a step. Throws if the response violates openapi.yaml or differs from the model. */
  async executeStep(step: Step): Promise<void> {
    // The request depends on the state of the model, so it is built immediately before it is sent.
    const request = requestOf(step, this.model, this.#identity)
    if (request === undefined) return
    const { isRepeating, onlyExisting = false, shared } = this.#run
    if (isRepeating || shared !== undefined || onlyExisting) {
      // Only regular requests: their responses say what happened.
      if (request.kind === 'invalid' || request.operation.id === 'listChanges') return
      const { addresses } = request.operation
      if (onlyExisting && addresses === 'Task' && this.model.find(request.input.id) === undefined) return
    }
    await this.#send(request)
  }

  /** Deletes the projects of this client. */
  async finish(): Promise<void> {
    const operation = operationWithId('deleteProject')
    for (const id of this.model.projects.keys())
      await this.#send(classified({ operation, identity: this.#identity, segment: id, id }))
    this.close()
  }

  close(): void {
    this.#connections.close()
  }

  async #send(request: Request): Promise<void> {
    this.#last = request
    const { answer, attempts } = await this.#connections.exchange(request, this.#run.isRepeating)
    const count = `${request.operation.id} ${answer.status}`
    this.#run.answers.set(count, (this.#run.answers.get(count) ?? 0) + 1)
    // Only writes are repeated until the database is available again.
    if (this.#run.isRepeating && answer.status === 503) return
    expectConformingResponse(request, answer)
    if (answer.status === 429 && this.#run.isLimited) {
      await sleep(expectRetryAfter(answer) * 1000)
      return this.#send(request)
    }
    if (request.kind === 'invalid') return
    if (this.#run.shared !== undefined) this.#run.shared.history.add(request, answer, attempts)
    else await this.#expectModelResponse(request, answer, attempts)
  }

  async #expectModelResponse(request: ValidRequest, answer: HttpResponse, attempts: number): Promise<void> {
    if (request.before !== undefined) return expectReplay(request.before, answer)
    const { input, segment, caller, key: header, conditions } = request
    if (!this.#run.isAlone && LISTS_OF_ALL_CLIENTS.has(input.operation)) return
    const outcome = RULES[input.operation](input, this.model)
    if (attempts === 1) expectSame('Idempotent-Replayed', answer.headers.get('idempotent-replayed'), null)
    if (attempts === 1 || header !== undefined) expectOutcome(request, answer, outcome, this.model)
    else await expectRepeatedOutcome(request, answer, outcome, this.model, (path) => this.#read(path))
    // The response to an invalid request is not stored.
    if (header !== undefined && answer.status !== 400)
      this.model.storedResponses.push({ input, segment, caller, header, conditions, answer })
  }

  /** Reads a resource with its entity tag. */
  async #read(path: string): Promise<HttpResponse> {
    const request = { method: 'GET', target: path, headers: [], body: undefined }
    return (await this.#connections.exchange(request, true)).answer
  }
}
