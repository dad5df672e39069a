import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A load balancer in front of the servers (round robin). */
interface Balancer {
  origin: string
  add: (origin: string) => void
  /** Removes a server; resolves when its requests in progress are complete. */
  remove: (origin: string) => Promise<void>
  /** The number of responses by server. */
  answered: ReadonlyMap<string, number>
  close: () => void
}

export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const origins: string[] = []
  const answered = new Map<string, number>()
  const running = new Map<string, Set<Promise<void>>>()
  let turn = 0

  const server = createServer((incoming, outgoing) => {
    const origin = origins[turn++ % origins.length] ?? ''
    const forwarded = forward(origin, agent, incoming, outgoing)
    const requests = running.get(origin)
    requests?.add(forwarded)
    void forwarded.then(() => {
      answered.set(origin, (answered.get(origin) ?? 0) + 1)
      requests?.delete(forwarded)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    add: (origin) => {
      origins.push(origin)
      running.set(origin, new Set())
    },
    remove: async (origin) => {
      origins.splice(origins.indexOf(origin), 1)
      for (const forwarded of running.get(origin) ?? []) await forwarded
    },
    close: () => {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Resolves when the response is complete. Responds with 502 if the server does not; the request is not retried. */
function forward(
  origin: string,
  agent: Agent,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  return new Promise((resolve) => {
    const { method, url = '', headers } = incoming
    const requested = request(origin + url, { agent, ...(method && { method }), headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    requested.on('error', (error) => outgoing.writeHead(502).end(String(error)))
    incoming.pipe(requested)
    outgoing.on('close', resolve)
  })
}
