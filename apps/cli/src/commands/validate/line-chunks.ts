import { UnreadableFileError } from '@workbench/contracts'

/** The longest line that is taken, in bytes. */
const MAX_LINE_BYTES = 2 ** 28

const LF = 0x0a

/**
 * The bytes of a stream in whole lines: each block ends with a line, but the last, where the stream does not. Memory
 * holds one block, which is longer than what the stream gives at once only where a line is.
 * @throws {UnreadableFileError} where a line never ends.
 */
export async function* lineChunks(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let begun: Uint8Array[] = []
  let length = 0
  const begin = (part: Uint8Array) => {
    if (part.length > 0) begun.push(part)
    length += part.length
    if (length > MAX_LINE_BYTES)
      throw new UnreadableFileError(`a line of it is longer than the ${MAX_LINE_BYTES} bytes that are read`)
  }
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(LF) + 1
    if (end > 0) {
      begin(chunk.subarray(0, end))
      yield Buffer.concat(begun)
      begun = []
      length = 0
    }
    begin(chunk.subarray(end))
  }
  if (length > 0) yield Buffer.concat(begun)
}
