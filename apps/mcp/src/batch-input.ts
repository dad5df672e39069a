import { Transform, type TransformCallback } from 'node:stream'

/** A longer line is no batch: the transport rejects it. */
const MAX_BATCH_BYTES = 10 * 2 ** 20

/** The input of a server, in which a batch of messages (MCP 2025-03-26) can be divided into lines with one message each. */
export class BatchInput extends Transform {
  /** Whether the version of the protocol has batches. Others ignore them. */
  acceptsBatches = false
  #pending: Buffer = Buffer.alloc(0)

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (!this.acceptsBatches) return done(null, chunk)
    const input = Buffer.concat([this.#pending, chunk])
    let end = input.lastIndexOf('\n') + 1
    if (input.length - end > MAX_BATCH_BYTES) end = input.length
    this.#pending = input.subarray(end)
    const lines = input
      .subarray(0, end)
      .toString()
      .split(/(?<=\n)/)
    done(null, lines.map(messagesIn).join(''))
  }

  override _flush(done: TransformCallback): void {
    done(null, this.#pending)
  }
}

/** The messages of a batch, a line each; every other line as it is. */
function messagesIn(line: string): string {
  if (!line.trimStart().startsWith('[')) return line
  try {
    const batch = JSON.parse(line) as unknown[]
    return batch.length === 0 ? line : batch.map((message) => `${JSON.stringify(message)}\n`).join('')
  } catch {
    return line
  }
}
