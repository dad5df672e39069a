import type { Readable, Writable } from 'node:stream'

import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

/** The transport of the SDK, which here reads no further requests while the client does not read the responses. */
export class StdioTransport extends StdioServerTransport {
  readonly #input: Readable
  readonly #output: Writable
  #isClosed = false

  constructor(input: Readable, output: Writable) {
    super(input, output)
    this.#input = input
    // Each message that waits for the client has two listeners, and all requests of a chunk are answered at once.
    this.#output = output.setMaxListeners(0)
  }

  /** Resolves when the buffer of the stream has room for the next message. */
  override async send(message: JSONRPCMessage): Promise<void> {
    const sent = super.send(message)
    if (this.#output.writableNeedDrain) this.#input.pause()
    await sent
    // The process could not end if the input were read after the connection is closed.
    if (!this.#isClosed) this.#input.resume()
  }

  override close(): Promise<void> {
    this.#isClosed = true
    return super.close()
  }
}
