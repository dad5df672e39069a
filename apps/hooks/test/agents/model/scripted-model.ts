import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import type { Action, Message, ModelRequest, Protocol } from './protocol.ts'

/**
 * What the model does, one action after another. Each receives what is new in the next request. The last one is returned;
 * without it, the model ends its turn.
 */
export type Script =
  | Generator<Action, void, ModelRequest>
  | Generator<Action, Action | undefined, ModelRequest>

/** Scripts by name. Each is for the conversation whose user message contains its name. */
export type Scripts = Readonly<Record<string, (first: ModelRequest) => Script>>

interface ScriptedModel {
  readonly url: string
  /** What went wrong with the scripts: those that did not reach their end, or got another request after it. */
  readonly problems: () => string[]
  readonly close: () => Promise<void>
}

/** Starts a model on loopback that follows scripts instead of generating text. */
export async function startModel(protocol: Protocol, scripts: Scripts): Promise<ScriptedModel> {
  const conversations = new Map(
    Object.entries(scripts).map(([name, start]) => [name, new Conversation(start)] as const),
  )
  const errors: string[] = []
  let responses = 0

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (request.method !== 'POST' || !protocol.isTurn(request.url ?? '')) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
      return
    }
    const received = protocol.parse(JSON.parse(body))
    // Agents also use the model for other things, for example to find a title, for which it has no tools.
    const [, conversation] =
      received.tools.length === 0 ? [] : ([...conversations].find(([name]) => isAbout(received, name)) ?? [])
    const action = conversation ? conversation.next(received) : { text: 'ok' }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    protocol.respond(response, action, String(++responses))
    response.end()
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      errors.push(String(error))
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    problems: () => [
      ...errors,
      ...[...conversations].flatMap(([name, { problem }]) =>
        problem === undefined ? [] : [`${name}: ${problem}`],
      ),
    ],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const isAbout = ({ messages }: ModelRequest, name: string): boolean =>
  messages.some(({ channel, text: said }) => channel === 'user message' && said.includes(name))

class Conversation {
  readonly #start: (first: ModelRequest) => Script
  #script: Script | undefined
  #seen = new Map<string, number>()
  #actions = 0
  #isDone = false
  #last: readonly Message[] = []
  #requestsAfterEnd = 0

  constructor(start: (first: ModelRequest) => Script) {
    this.#start = start
  }

  next({ messages, tools }: ModelRequest): Action {
    const arrival = { messages: this.#fresh(messages), tools }
    this.#last = arrival.messages
    if (this.#isDone) {
      this.#requestsAfterEnd++
      return { text: 'done' }
    }
    this.#script ??= this.#start(arrival)
    const { value, done } = this.#script.next(arrival)
    this.#actions++
    this.#isDone = done === true
    return value ?? { text: 'done' }
  }

  get problem(): string | undefined {
    const last = this.#last.map(({ channel, text: said }) => `${channel}: ${said.slice(0, 500)}`).join('\n')
    if (!this.#isDone) return `ended after ${this.#actions} actions; the last messages were\n${last}`
    return this.#requestsAfterEnd === 0 ? undefined : `continued after its end, because of\n${last}`
  }

  /** The messages that were not in the last request. */
  #fresh(messages: readonly Message[]): Message[] {
    const counts = new Map<string, number>()
    const fresh = messages.filter((message) => {
      const key = `${message.channel}\n${message.text}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count > (this.#seen.get(key) ?? 0)
    })
    this.#seen = counts
    return fresh
  }
}
