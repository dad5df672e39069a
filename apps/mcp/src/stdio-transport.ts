import type { Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

import { BatchInput } from './batch-input.ts'

/** The only version of the protocol with batches. */
const VERSION_WITH_BATCHES = '2025-03-26'

/**
 * The transport of the SDK, which here reads no further requests while the client does not read the responses, and accepts
 * batches where the protocol has them. Each request of a batch is answered by a message of its own.
 */
export class StdioTransport extends StdioServerTransport {
  readonly #stdin: Readable
  readonly #input: BatchInput
  readonly #output: Writable
  #isClosed = false

  constructor(stdin: Readable, output: Writable) {
    const input = stdin.pipe(new BatchInput())
    super(input, output)
    this.#stdin = stdin
    this.#input = input
    // Each message that waits for the client has two listeners, and all requests of a chunk are answered at once.
    this.#output = output.setMaxListeners(0)
  }

  /** Resolves when the buffer of the stream has room for the next message. */
  override async send(message: JSONRPCMessage): Promise<void> {
    if ('result' in message && message.result['protocolVersion'] === VERSION_WITH_BATCHES)
      this.#input.acceptsBatches = true
    const sent = super.send(message)
    if (this.#output.writableNeedDrain) this.#input.pause()
    await sent
    // The process could not end if the input were read after the connection is closed.
    if (!this.#isClosed) this.#input.resume()
  }

  /** Called at the end of the input, too. The requests that were read before it are answered first. */
  override async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stdin.unpipe(this.#input)
    this.#stdin.pause()
    await setImmediate()
    await super.close()
  }
}
