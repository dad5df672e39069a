import { Transform } from 'node:stream'

/** A longer line is no batch: the transport rejects it. */
const MAX_BATCH_BYTES = 10 * 2 ** 20

const LINE_FEED = 0x0a

/** The input of a server, in which a batch of messages (MCP 2025-03-26) can be divided into lines with one message each. */
export class BatchInput extends Transform {
  /** Whether the version of the protocol has batches. Others ignore them. */
  acceptsBatches = false
  #pending: Buffer = Buffer.alloc(0)

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.acceptsBatches) this.#pushLines(chunk)
    else this.push(chunk)
    done()
  }

  override _flush(done: () => void): void {
    this.push(this.#pending)
    done()
  }

  #pushLines(chunk: Buffer): void {
    const input = Buffer.concat([this.#pending, chunk])
    let start = 0
    for (let end = input.indexOf(LINE_FEED); end !== -1; end = input.indexOf(LINE_FEED, start)) {
      this.push(messagesIn(input.subarray(start, end + 1)))
      start = end + 1
    }
    this.#pending = input.subarray(start)
    if (this.#pending.length <= MAX_BATCH_BYTES) return
    this.push(this.#pending)
    this.#pending = Buffer.alloc(0)
  }
}

/** The messages of a batch, a line each; every other line as it is. */
function messagesIn(line: Buffer): Buffer | string {
  const text = line.toString()
  if (!text.trimStart().startsWith('[')) return line
  try {
    const batch = JSON.parse(text) as unknown[]
    return batch.length === 0 ? line : batch.map((message) => `${JSON.stringify(message)}\n`).join('')
  } catch {
    return line
  }
}
