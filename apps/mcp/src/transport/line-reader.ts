import { TopLevelScanner } from './top-level-scanner.ts'

const LINE_FEED = 0x0a

interface LineHandler {
  /** A complete line, without the line feed. */
  line(bytes: Uint8Array): void
  /** A line above the limit has ended. Only its top-level members were kept. */
  oversized(scanner: TopLevelScanner): void
}

/** Splits a stream of bytes into lines. Memory is bounded: of a line above the limit, only a small part is kept. */
export class LineReader {
  readonly #handler: LineHandler
  readonly #limit: number
  #parts: Uint8Array[] = []
  #length = 0
  #scanner: TopLevelScanner | undefined

  /** @param limit the maximum length of a line in bytes */
  constructor(limit: number, handler: LineHandler) {
    this.#limit = limit
    this.#handler = handler
  }

  push(chunk: Uint8Array): void {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#add(chunk.subarray(start, end))
      this.end()
      start = end + 1
    }
    this.#add(chunk.subarray(start))
  }

  /** Ends the current line. */
  end(): void {
    const parts = this.#parts
    const scanner = this.#scanner
    this.#parts = []
    this.#length = 0
    this.#scanner = undefined
    if (scanner) this.#handler.oversized(scanner)
    else this.#handler.line(Buffer.concat(parts))
  }

  #add(part: Uint8Array): void {
    this.#length += part.length
    if (!this.#scanner && this.#length <= this.#limit) {
      this.#parts.push(part)
      return
    }
    if (!this.#scanner) {
      this.#scanner = new TopLevelScanner()
      for (const earlier of this.#parts) this.#scanner.push(earlier)
      this.#parts = []
    }
    this.#scanner.push(part)
  }
}
