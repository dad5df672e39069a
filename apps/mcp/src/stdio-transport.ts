import type { Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

import { INVALID_REQUEST, type JSONRPCMessage } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

import { MAX_MESSAGE_BYTES, MessageLines } from './message-lines.ts'

/**
 * The transport of the SDK, which here reads no further requests while the client does not read the responses, and answers
 * requests that are too large with an error.
 */
export class StdioTransport extends StdioServerTransport {
  readonly #stdin: Readable
  readonly #input: MessageLines
  readonly #output: Writable
  #isClosed = false

  constructor(stdin: Readable, output: Writable) {
    const input = stdin.pipe(new MessageLines((id) => void this.#rejectTooLarge(id)))
    super(input, output, { maxBufferSize: 2 * MAX_MESSAGE_BYTES })
    this.#stdin = stdin
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

  async #rejectTooLarge(id: string | number | null): Promise<void> {
    const message = `The request has more than ${MAX_MESSAGE_BYTES} bytes; send less, or write a file and send its path`
    const response = { jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message } } as JSONRPCMessage
    await this.send(response)
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
