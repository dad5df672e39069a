import { UnreadableFileError } from '@workbench/contracts'

const LF = 0x0a

/**
 * Regroups the chunks of a stream so that each chunk ends at the end of a line; only the last may end without a line
 * feed. Buffers at most one chunk of the stream and one unfinished line.
 * @param maxBytes the longest unfinished line, in bytes
 * @throws {UnreadableFileError} if a line is longer, unless it lies within one chunk of the stream.
 */
export async function* lineChunks(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let unfinished: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(LF) + 1
    if (end > 0) {
      yield Buffer.concat([...unfinished, chunk.subarray(0, end)])
      unfinished = []
      length = 0
    }
    if (end === chunk.length) continue
    unfinished.push(chunk.subarray(end))
    length += chunk.length - end
    if (length > maxBytes) throw new UnreadableFileError(`a line exceeds the limit of ${maxBytes} bytes`)
  }
  if (length > 0) yield Buffer.concat(unfinished)
}
