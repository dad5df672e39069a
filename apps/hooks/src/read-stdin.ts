import { read } from 'node:fs'

/** What came on standard input, and why it is no event where it went on for too long. */
export interface StdinResult {
  readonly text: string
  readonly problem?: string
  /** Whether a read is still waiting: Node's own exit would wait for it too. */
  readonly isWaiting: boolean
}

/** An event that is larger is not read to its end, in bytes. */
const MAX_EVENT_BYTES = 64 * 2 ** 20

/** An event has to be whole so long after the hook has started, in milliseconds. */
const TIMEOUT_MS = 10_000

/** Where the system will not wait for more itself, it is asked again so much later, in milliseconds. */
const RETRY_DELAY_MS = 10

const CHUNK_BYTES = 65_536

/**
 * The event on standard input: up to the end, or to where it is whole, for not every agent closes its side. It is read by
 * calls to the system, whatever it is: Node's streams take longer to load than a hook has to do.
 */
export function readStdin(): Promise<StdinResult> {
  const received = new EventBuffer()
  return new Promise((resolve) => {
    const end = (problem?: string) => {
      clearTimeout(patience)
      resolve({ text: received.text(), ...(problem && { problem }), isWaiting: false })
    }
    const patience = setTimeout(() => {
      const problem = `waited ${TIMEOUT_MS / 1000} seconds for a whole event on standard input`
      resolve({ text: '', problem, isWaiting: true })
    }, TIMEOUT_MS)
    const readOn = () => {
      read(0, Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null, (error, length, buffer) => {
        // Whoever shares standard input may have set it not to wait.
        if (error?.code === 'EAGAIN') return void setTimeout(readOn, RETRY_DELAY_MS)
        if (error || length === 0) return end()
        received.add(buffer.subarray(0, length))
        if (received.isTooLarge()) end(`reads events of up to ${MAX_EVENT_BYTES} bytes; this one has more`)
        else if (received.isWhole()) end()
        else readOn()
      })
    }
    readOn()
  })
}

class EventBuffer {
  readonly #chunks: Buffer[] = []
  #length = 0

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }

  isTooLarge(): boolean {
    return this.#length > MAX_EVENT_BYTES
  }

  /** Whether this is a whole JSON object, after which nothing has to come. */
  isWhole(): boolean {
    if (this.#chunks.at(-1)?.toString('latin1').trimEnd().endsWith('}') !== true) return false
    try {
      JSON.parse(this.text())
      return true
    } catch {
      return false
    }
  }
}
