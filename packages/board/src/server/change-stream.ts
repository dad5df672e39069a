import type { ServerResponse } from 'node:http'

/** More open pages than this get 503. */
const MAX_CLIENTS = 50

/** Notifies the open pages when a file has changed, by server-sent events. */
export class ChangeStream {
  readonly #clients = new Set<ServerResponse>()

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
    // A page that does not read is closed: it reconnects, and loads the current state.
    for (const client of this.#clients) if (!client.write('event: change\ndata:\n\n')) client.destroy()
  }

  close(): void {
    for (const client of this.#clients) client.end()
  }
}
