import type { ServerResponse } from 'node:http'

/** More open pages than this get 503. */
const MAX_CLIENTS = 50

const KEEP_ALIVE_MS = 15_000

/** Notifies the open pages when a file has changed, by server-sent events. */
export class ChangeStream {
  readonly #clients = new Set<ServerResponse>()
  readonly #keepAlive = setInterval(() => this.#write(': keep-alive\n\n'), KEEP_ALIVE_MS).unref()

  add(response: ServerResponse): void {
    if (this.#clients.size >= MAX_CLIENTS) {
      response.writeHead(503).end()
      return
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write('retry: 1000\n\n')
    this.#clients.add(response)
    response.on('close', () => this.#clients.delete(response))
  }

  send(): void {
    this.#write('event: change\ndata:\n\n')
  }

  close(): void {
    clearInterval(this.#keepAlive)
    for (const client of this.#clients) client.end()
  }

  #write(text: string): void {
    // A page that does not read is closed: it reconnects, and loads the current state.
    for (const client of this.#clients) if (!client.write(text)) client.destroy()
  }
}
