import { UnreadableFileError } from '@workbench/contracts'

const MAX_LINE_BYTES = 2 ** 28

const LF = 0x0a

/**
 * Regroups the chunks of a stream so that each chunk ends at the end of a line; only the last may end without a line
 * feed. Buffers at most one chunk of the stream and one unfinished line.
 * @throws {UnreadableFileError} if a line is longer than `MAX_LINE_BYTES`.
 */
export async function* lineChunks(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let buffered: Uint8Array[] = []
  let length = 0
  const append = (part: Uint8Array) => {
    if (part.length > 0) buffered.push(part)
    length += part.length
    if (length > MAX_LINE_BYTES)
      throw new UnreadableFileError(`a line exceeds the limit of ${MAX_LINE_BYTES} bytes`)
  }
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(LF) + 1
    if (end > 0) {
      append(chunk.subarray(0, end))
      yield Buffer.concat(buffered)
      buffered = []
      length = 0
    }
    append(chunk.subarray(end))
  }
  if (length > 0) yield Buffer.concat(buffered)
}
