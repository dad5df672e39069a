import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { chatCompletion } from './chat-completion.ts'
import { message } from './message.ts'
import { response } from './response.ts'
import type { ModelRequest, ModelResponse } from './types.ts'

/** A server on loopback that answers as a model does, without an account. */
export interface ScriptedModel {
  readonly url: string
  /** The bodies of all requests. */
  readonly requests: readonly ModelRequest[]
  readonly close: () => void
}

/** Responses of the APIs of OpenAI and Anthropic, by the end of their path. */
const APIS: Readonly<Record<string, (request: ModelRequest, text: string | undefined) => ModelResponse>> = {
  '/chat/completions': chatCompletion,
  '/responses': response,
  '/messages': message,
}

/**
 * Starts the server.
 * @param script returns what the model writes for the body of a request, which is a call of the first tool if there are
 * tools; undefined ends the conversation
 */
export async function startScriptedModel(
  script: (body: string) => string | undefined,
): Promise<ScriptedModel> {
  const requests: ModelRequest[] = []
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      const api = Object.entries(APIS).find(([path]) => incoming.url?.split('?')[0]?.endsWith(path))?.[1]
      if (!api) return outgoing.writeHead(404).end()
      const request = JSON.parse(body) as ModelRequest
      requests.push(request)
      return send(outgoing, api(request, script(body)), request.stream === true)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, requests, close }
}

/** Sends the whole response, or its server-sent events. */
function send(outgoing: ServerResponse, { body, events }: ModelResponse, isStream: boolean): void {
  if (!isStream) {
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    return
  }
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const { type, ...data } of events) {
    const name = typeof type === 'string' ? `event: ${type}\n` : ''
    outgoing.write(`${name}data: ${JSON.stringify(name === '' ? data : { type, ...data })}\n\n`)
  }
  outgoing.end('data: [DONE]\n\n')
}
