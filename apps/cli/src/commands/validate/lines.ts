import { UnreadableFileError } from '@workbench/contracts'

const LF = 0x0a
const CR = 0x0d

/** The longest line, in bytes. */
const MAX_LINE_BYTES = 2 ** 28

/**
 * The lines of a stream, without their line ends. Buffers at most one chunk of the stream and one unfinished line.
 * @throws {UnreadableFileError} if a line is longer than `MAX_LINE_BYTES`, unless it lies within one chunk of the stream.
 */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let unfinished: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      yield withoutCr(Buffer.concat([...unfinished, chunk.subarray(start, end)]))
      unfinished = []
      length = 0
      start = end + 1
    }
    unfinished.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > MAX_LINE_BYTES)
      throw new UnreadableFileError(`a line exceeds the limit of ${MAX_LINE_BYTES} bytes`)
  }
  if (length > 0) yield withoutCr(Buffer.concat(unfinished))
}

const withoutCr = (line: Buffer): Buffer => (line.at(-1) === CR ? line.subarray(0, -1) : line)
