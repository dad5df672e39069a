import { Transform, type TransformCallback } from 'node:stream'

import { tryParse } from '@workbench/contracts/internal'

/** The size of a message, in bytes. */
export const MAX_MESSAGE_BYTES = 10 * 2 ** 20

/** The start and the end of a message that is too large, in which its id is searched, in bytes. */
const END_BYTES = 1024

/** The input of a server, a line for each message. A line that is too large is left out. */
export class MessageLines extends Transform {
  readonly #onTooLarge: (id: string | number | null) => void
  #parts: Buffer[] = []
  #size = 0

  /** @param onTooLarge called with the id of each request that is left out, null if it is not known */
  constructor(onTooLarge: (id: string | number | null) => void) {
    super()
    this.#onTooLarge = onTooLarge
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const lines: Buffer[] = []
    let start = 0
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      this.#append(chunk.subarray(start, end + 1))
      lines.push(this.#takeLine())
      start = end + 1
    }
    this.#append(chunk.subarray(start))
    done(null, Buffer.concat(lines))
  }

  override _flush(done: TransformCallback): void {
    done(null, this.#takeLine())
  }

  #append(part: Buffer): void {
    this.#size += part.length
    this.#parts.push(part)
    if (this.#size <= MAX_MESSAGE_BYTES) return
    const line = Buffer.concat(this.#parts)
    this.#parts = [line.subarray(0, END_BYTES), line.subarray(-END_BYTES)]
  }

  /** Empty for a line that is too large. */
  #takeLine(): Buffer {
    const line = Buffer.concat(this.#parts)
    const isTooLarge = this.#size > MAX_MESSAGE_BYTES
    this.#parts = []
    this.#size = 0
    if (!isTooLarge) return line
    this.#onTooLarge(idIn(line.toString()))
    return Buffer.alloc(0)
  }
}

const ID_AT_START = /^\s*\{[^{}]*?"id"\s*:\s*("(?:[^"\\]|\\.)*"|\d+)\s*,/
const ID_AT_END = /,\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|\d+)\s*\}\s*$/

/** The id of a request whose middle is missing. The SDK of MCP writes it after the arguments. */
function idIn(line: string): string | number | null {
  const found = ID_AT_START.exec(line) ?? ID_AT_END.exec(line)
  return (tryParse(found?.[1] ?? '') ?? null) as string | number | null
}
