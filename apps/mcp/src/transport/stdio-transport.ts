import type { Readable, Writable } from 'node:stream'

import {
  type JSONRPCMessage,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server'
import { escapeText, type ParseLosses, stringifyEscaped } from '@workbench/contracts'

import { LineReader } from './line-reader.ts'
import { invalid, readMessage, type Rejection, type ResponseId, responseId } from './read-message.ts'

/** The maximum length of a request in bytes. */
const MAX_REQUEST_BYTES = 10 * 2 ** 20
/** The maximum length of a response in bytes. */
const MAX_RESPONSE_BYTES = 256_000
/** In UTF-16 code units. The SDK repeats names of the request in its messages. */
const MAX_ERROR_LENGTH = 1_000

const INTERNAL_ERROR = -32_603

const NO_LOSSES: ParseLosses = { violations: [], more: 0 }

/**
 * The transport of MCP over standard input and output: one JSON-RPC message in each line.
 *
 * It replaces that of the SDK, which closes the connection at a request above its limit, ignores malformed JSON, and
 * keeps the text of a request to itself. Here, each of them is answered with a JSON-RPC error and the connection stays.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #input: Readable
  readonly #output: Writable
  readonly #lines: LineReader
  readonly #losses = new Map<RequestId, ParseLosses>()
  #isClosed = false

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
    this.#lines = new LineReader(MAX_REQUEST_BYTES, {
      line: (bytes) => this.#receive(bytes),
      oversized: (scanner) =>
        this.#reject(
          invalid(
            responseId({ id: scanner.member('id') }),
            `Expected a request of at most ${MAX_REQUEST_BYTES} bytes; received a longer one`,
          ),
        ),
    })
  }

  /** What `JSON.parse` lost of the arguments of a tool call that has no response yet. */
  readonly lossesOf = (id: RequestId): ParseLosses => this.#losses.get(id) ?? NO_LOSSES

  start(): Promise<void> {
    this.#input.on('data', this.#onData)
    this.#input.on('error', this.#onError)
    this.#input.on('end', this.#onEnd)
    this.#input.on('close', this.#onEnd)
    // Stays after the end: a late error of the output would otherwise be uncaught.
    this.#output.on('error', this.#onOutputError)
    return Promise.resolve()
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The connection is closed'))
    const isResponse = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)
    if (isResponse && message.id !== undefined) this.#losses.delete(message.id)
    const text = stringifyEscaped(isJSONRPCErrorResponse(message) ? withSafeMessage(message) : message)
    if (isResponse && Buffer.byteLength(text) > MAX_RESPONSE_BYTES)
      return this.#write(
        errorResponse(message.id ?? null, INTERNAL_ERROR, `The response exceeds ${MAX_RESPONSE_BYTES} bytes`),
      )
    return this.#write(text)
  }

  close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true
      this.#input.off('data', this.#onData)
      this.#input.off('end', this.#onEnd)
      this.#input.off('close', this.#onEnd)
      // Lets the process end while standard input is open.
      this.#input.pause()
      this.#losses.clear()
      this.onclose?.()
    }
    return Promise.resolve()
  }

  readonly #onData = (chunk: Uint8Array): void => this.#lines.push(chunk)

  readonly #onError = (error: Error): void => this.onerror?.(error)

  readonly #onEnd = (): void => {
    if (this.#isClosed) return
    // The client may read the response to a line that it did not finish.
    this.#lines.end()
    void this.close()
  }

  readonly #onOutputError = (error: Error): void => {
    if (this.#isClosed) return
    this.onerror?.(error)
    void this.close()
  }

  #receive(line: Uint8Array): void {
    if (this.#isClosed || isBlank(line)) return
    const reading = readMessage(line)
    if ('ignored' in reading) return this.onerror?.(new Error(reading.ignored))
    if ('problem' in reading) return this.#reject(reading)
    const { message, losses } = reading
    if (isJSONRPCRequest(message) && losses && losses.violations.length > 0)
      this.#losses.set(message.id, losses)
    this.onmessage?.(message)
  }

  #reject({ id, code, problem }: Rejection): void {
    // The stream reports a failed write with an event too.
    this.#write(errorResponse(id, code, problem)).catch(() => undefined)
  }

  /** Resolves when the operating system or the buffer of the stream has taken the text. */
  #write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#output.write(`${text}\n`, (error) => (error ? reject(error) : resolve()))
    })
  }
}

const isBlank = (line: Uint8Array): boolean =>
  line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)

/** The JSON text of an error response. Unlike the SDK's type, JSON-RPC allows the id null. */
const errorResponse = (id: ResponseId, code: number, problem: string): string =>
  stringifyEscaped({ jsonrpc: '2.0', id, error: { code, message: safeText(problem) } })

const withSafeMessage = (message: JSONRPCMessage & { readonly error: { readonly message: string } }) => ({
  ...message,
  error: { ...message.error, message: safeText(message.error.message) },
})

const safeText = (text: string): string => escapeText(text.slice(0, MAX_ERROR_LENGTH))
