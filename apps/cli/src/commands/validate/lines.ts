import { UnreadableFileError } from '@workbench/contracts'

const LF = 0x0a
const CR = 0x0d

/** The longest line, in bytes. */
const MAX_LINE_BYTES = 2 ** 28

/**
 * The lines of a stream, without their line ends: those that each chunk completes. Buffers at most one chunk of the stream and
 * one unfinished line.
 * @throws {UnreadableFileError} if a line is longer than `MAX_LINE_BYTES`, unless it lies within one chunk of the stream.
 */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Uint8Array[]> {
  let unfinished: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    const lines: Uint8Array[] = []
    let start = 0
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      lines.push(lineOf([...unfinished, chunk.subarray(start, end)]))
      unfinished = []
      length = 0
      start = end + 1
    }
    if (lines.length > 0) yield lines
    if (start < chunk.length) unfinished.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > MAX_LINE_BYTES)
      throw new UnreadableFileError(`a line exceeds the limit of ${MAX_LINE_BYTES} bytes`)
  }
  if (length > 0) yield [lineOf(unfinished)]
}

/** Most lines have one part, which is not copied. */
function lineOf(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  const line = only && parts.length === 1 ? only : Buffer.concat(parts)
  return line.at(-1) === CR ? line.subarray(0, -1) : line
}
