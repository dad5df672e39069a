import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What came back for one request. */
export interface Answer {
  status: number
  headers: Headers
  text: string
}

const TIMEOUT_MS = 120_000
const END_OF_HEAD = '\r\n\r\n'

/**
 * One connection to the server, which any bytes can be sent on, one request after another. It is kept for as long as
 * the server has not said that it closes it; that each request is answered on it shows that the one before did no harm.
 */
export class Connection {
  readonly #port: number
  #socket: Socket | undefined
  #received: Buffer = Buffer.alloc(0)
  #ended = false
  #wake: () => void = () => undefined

  constructor(origin: string) {
    this.#port = Number(new URL(origin).port)
  }

  /** Sends the bytes of a request, and reads its answer. Throws when what comes is not one whole HTTP answer. */
  async exchange(request: Buffer, method: string): Promise<Answer> {
    const socket = this.#socket ?? (await this.#open())
    socket.write(request)
    const answer = await this.#read(method)
    if (this.#received.length > 0) throw new Error(`More came than an answer: ${this.#received.toString()}`)
    if (answer.headers.get('connection')?.toLowerCase() === 'close') await this.#expectEnd()
    return answer
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  async #open(): Promise<Socket> {
    const socket = connect(this.#port, '127.0.0.1')
    await once(socket, 'connect')
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('No answer came')))
    this.#socket = socket
    this.#received = Buffer.alloc(0)
    this.#ended = false
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    const end = (): void => {
      this.#ended = true
      this.#wake()
    }
    socket.on('end', end).on('close', end).on('error', end)
    return socket
  }

  async #read(method: string): Promise<Answer> {
    const end = await this.#until(() => {
      const found = this.#received.indexOf(END_OF_HEAD)
      return found === -1 ? undefined : found
    })
    const { status, headers } = parseHead(this.#take(end + END_OF_HEAD.length).toString('latin1'))
    if (status < 200) return this.#read(method)
    if (method === 'HEAD' || status === 204 || status === 304) return { status, headers, text: '' }
    const length = headers.get('content-length')
    if (length === null) throw new Error(`An answer of ${status} does not say how long it is`)
    await this.#until(() => (this.#received.length >= Number(length) ? true : undefined))
    return { status, headers, text: this.#take(Number(length)).toString() }
  }

  async #expectEnd(): Promise<void> {
    await this.#until(() => (this.#ended ? true : undefined))
    this.close()
  }

  #take(length: number): Buffer {
    const taken = this.#received.subarray(0, length)
    this.#received = this.#received.subarray(length)
    return taken
  }

  /** Waits until something is there. Throws when the connection ends before it. */
  async #until<Found>(look: () => Found | undefined): Promise<Found> {
    for (;;) {
      const found = look()
      if (found !== undefined) return found
      if (this.#ended) {
        this.close()
        throw new Error(`The connection ended after ${JSON.stringify(this.#received.toString('latin1'))}`)
      }
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

function parseHead(head: string): { status: number; headers: Headers } {
  const [first = '', ...lines] = head.trimEnd().split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
  if (Number.isNaN(status)) throw new Error(`This is no HTTP answer: ${JSON.stringify(head)}`)
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { status, headers: new Headers(pairs) }
}
