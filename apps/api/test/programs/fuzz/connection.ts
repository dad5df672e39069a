import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

export interface HttpResponse {
  status: number
  headers: Headers
  /** The decompressed body. */
  text: string
}

const TIMEOUT_MS = 120_000
const END_OF_HEAD = '\r\n\r\n'

/**
 * A keep-alive connection that can send arbitrary bytes. It is reused until the server closes it, which also checks that
 * an invalid request does not affect the next one.
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

  /** Sends a request and reads the response. Throws unless exactly one complete HTTP response is received. */
  async exchange(request: Buffer, method: string): Promise<HttpResponse> {
    const socket = this.#socket ?? (await this.#open())
    socket.write(request)
    const answer = await this.#read(method)
    if (this.#received.length > 0)
      throw new Error(`Received data after the response: ${this.#received.toString()}`)
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
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('Timeout: no response')))
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

  async #read(method: string): Promise<HttpResponse> {
    const end = await this.#until(() => {
      const found = this.#received.indexOf(END_OF_HEAD)
      return found === -1 ? undefined : found
    })
    const { status, headers } = parseHead(this.#take(end + END_OF_HEAD.length).toString('latin1'))
    if (status < 200) return this.#read(method)
    if (method === 'HEAD' || status === 204 || status === 304) return { status, headers, text: '' }
    const length = headers.get('content-length')
    const encoding = headers.get('content-encoding')
    if (length === null && encoding === null)
      throw new Error(`A response with status ${status} has no Content-Length`)
    const body = length === null ? await this.#readChunks() : await this.#readBytes(Number(length))
    return { status, headers, text: decompress(body, encoding).toString() }
  }

  async #readBytes(length: number): Promise<Buffer> {
    await this.#until(() => (this.#received.length >= length ? true : undefined))
    return this.#take(length)
  }

  async #readChunks(): Promise<Buffer> {
    const chunks: Buffer[] = []
    for (;;) {
      const end = await this.#until(() => {
        const found = this.#received.indexOf('\r\n')
        return found === -1 ? undefined : found
      })
      const length = parseInt(this.#take(end + 2).toString('latin1'), 16)
      const chunk = await this.#readBytes(length + 2)
      if (length === 0) return Buffer.concat(chunks)
      chunks.push(chunk.subarray(0, length))
    }
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

  /** Waits until `look` returns a value. Throws if the connection is closed before. */
  async #until<Found>(look: () => Found | undefined): Promise<Found> {
    for (;;) {
      const found = look()
      if (found !== undefined) return found
      if (this.#ended) {
        this.close()
        throw new Error(
          `The connection was closed after ${JSON.stringify(this.#received.toString('latin1'))}`,
        )
      }
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

function decompress(body: Buffer, encoding: string | null): Buffer {
  switch (encoding) {
    case null:
      return body
    case 'br':
      return brotliDecompressSync(body)
    case 'gzip':
      return gunzipSync(body)
    case 'deflate':
      return inflateSync(body)
    default:
      throw new Error(`Content-Encoding is ${encoding}`)
  }
}

function parseHead(head: string): { status: number; headers: Headers } {
  const [first = '', ...lines] = head.trimEnd().split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
  if (Number.isNaN(status)) throw new Error(`Not an HTTP response: ${JSON.stringify(head)}`)
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { status, headers: new Headers(pairs) }
}
