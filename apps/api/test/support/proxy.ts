import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a database, which does what networks do. */
export interface Proxy {
  /** The database's address, through the proxy. */
  url: string
  /** Leads new connections to another port. */
  leadTo: (port: number) => void
  /** Passes everything on, after so many milliseconds. */
  forward: (delayMs?: number) => void
  /** How many pieces are under way, when passing on takes time. */
  underWay: () => number
  /** Takes connections and bytes, old and new, and gives nothing back. */
  swallow: () => void
  /** Breaks every connection, in the middle of whatever is sent. */
  reset: () => void
  /** Breaks the connection of each of the next so many answers behind its first bytes. */
  cutAnswers: (count: number) => void
  /** Gives other bytes instead of the next answer, each piece a while after the one before. */
  answerWith: (...pieces: Buffer[]) => void
  /** Refuses connections until it is opened again, and breaks those that there are. */
  refuse: () => Promise<void>
  open: () => Promise<void>
  close: () => Promise<void>
}

/** Of an answer that is cut, so many bytes still come. */
const STUMP = 20
/** Long enough for the other side to have done what the piece before made it do. */
const BETWEEN_PIECES_MS = 300

export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const address = new URL(databaseUrl)
  let target = Number(address.port)
  let delay = 0
  let underWay = 0
  let swallowing = false
  let cuts = 0
  let instead: Buffer[] = []
  const pairs = new Map<Socket, Socket>()

  const reset = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy()
    pairs.clear()
  }
  const pass = (from: Socket, to: Socket, alter: (bytes: Buffer) => Buffer | undefined): void => {
    from.on('data', (bytes: Buffer) => {
      const altered = swallowing ? undefined : alter(bytes)
      if (altered === undefined) return
      underWay++
      setTimeout(() => {
        underWay--
        if (to.writable) to.write(altered)
      }, delay)
    })
    from.on('error', () => to.destroy())
    from.on('close', () => setTimeout(() => to.end(), delay))
  }
  const answer = (client: Socket) => (bytes: Buffer) => {
    const [first, ...others] = instead
    if (first !== undefined) {
      instead = []
      others.forEach((piece, i) => setTimeout(() => client.write(piece), (i + 1) * BETWEEN_PIECES_MS))
      return first
    }
    if (cuts === 0) return bytes
    cuts--
    client.write(bytes.subarray(0, STUMP), () => client.resetAndDestroy())
    return undefined
  }
  const accept = (client: Socket): void => {
    const server = connect(target, '127.0.0.1')
    pairs.set(client, server)
    client.on('close', () => pairs.delete(client))
    pass(client, server, (bytes) => bytes)
    pass(server, client, answer(client))
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
    leadTo: (port) => (target = port),
    forward: (delayMs = 0) => {
      delay = delayMs
      swallowing = false
    },
    underWay: () => underWay,
    swallow: () => (swallowing = true),
    reset,
    cutAnswers: (count) => (cuts = count),
    answerWith: (...pieces) => (instead = pieces),
    refuse,
    open: () => open(port),
    close: refuse,
  }
}
