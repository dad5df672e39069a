import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a database that simulates network failures. */
export interface Proxy {
  /** The URL of the database through the proxy. */
  url: string
  /** Forwards new connections to another port. */
  forwardTo: (port: number) => void
  /** Forwards all data after a delay. */
  forward: (delayMs?: number) => void
  /** The number of chunks that are delayed now. */
  pendingChunks: () => number
  /** Accepts connections and data, and forwards nothing. */
  discardData: () => void
  /** Resets every connection. */
  reset: () => void
  /** Resets the connection after the first bytes of each of the next `count` responses. */
  truncateResponses: (count: number) => void
  /** Sends these chunks instead of the next response, with a pause between them. */
  replaceResponse: (...chunks: Buffer[]) => void
  /** Stops listening and resets every connection, until `open()`. */
  refuse: () => Promise<void>
  open: () => Promise<void>
  close: () => Promise<void>
}

const TRUNCATED_LENGTH = 20
/** Long enough for the client to process the previous chunk. */
const CHUNK_INTERVAL_MS = 300

export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const address = new URL(databaseUrl)
  let target = Number(address.port)
  let delay = 0
  let underWay = 0
  let discarding = false
  let truncations = 0
  let replacement: Buffer[] = []
  const pairs = new Map<Socket, Socket>()

  const reset = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy()
    pairs.clear()
  }
  const pipe = (from: Socket, to: Socket, transform: (bytes: Buffer) => Buffer | undefined): void => {
    from.on('data', (bytes: Buffer) => {
      const transformed = discarding ? undefined : transform(bytes)
      if (transformed === undefined) return
      underWay++
      setTimeout(() => {
        underWay--
        if (to.writable) to.write(transformed)
      }, delay)
    })
    from.on('error', () => to.destroy())
    from.on('close', () => setTimeout(() => to.end(), delay))
  }
  const transformResponse = (client: Socket) => (bytes: Buffer) => {
    const [first, ...others] = replacement
    if (first !== undefined) {
      replacement = []
      others.forEach((chunk, i) => setTimeout(() => client.write(chunk), (i + 1) * CHUNK_INTERVAL_MS))
      return first
    }
    if (truncations === 0) return bytes
    truncations--
    client.write(bytes.subarray(0, TRUNCATED_LENGTH), () => client.resetAndDestroy())
    return undefined
  }
  const accept = (client: Socket): void => {
    const server = connect(target, '127.0.0.1')
    pairs.set(client, server)
    client.on('close', () => pairs.delete(client))
    pipe(client, server, (bytes) => bytes)
    pipe(server, client, transformResponse(client))
  }

  let listener = createServer(accept)
  const open = (port: number): Promise<void> =>
    new Promise((resolve) => {
      listener = createServer(accept).listen(port, '127.0.0.1', resolve)
    })
  await open(0)
  const { port } = listener.address() as AddressInfo
  address.port = String(port)
  const refuse = (): Promise<void> =>
    new Promise((resolve) => {
      listener.close(() => {
        resolve()
      })
      reset()
    })
  return {
    url: address.href,
    forwardTo: (port) => (target = port),
    forward: (delayMs = 0) => {
      delay = delayMs
      discarding = false
    },
    pendingChunks: () => underWay,
    discardData: () => (discarding = true),
    reset,
    truncateResponses: (count) => (truncations = count),
    replaceResponse: (...chunks) => (replacement = chunks),
    refuse,
    open: () => open(port),
    close: refuse,
  }
}
