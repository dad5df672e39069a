import { createReadStream, statSync } from 'node:fs'
import { resolve } from 'node:path'

import {
  MAX_FILE_BYTES,
  escapeText,
  readFile,
  describeFsError,
  UnreadableFileError,
} from '@workbench/contracts'

import type { CommandContext } from '../../context.ts'
import { CannotRun } from '../../exit-status.ts'
import { lineChunks } from './line-chunks.ts'
import { STDIN, type ValidateRequest } from './request.ts'

/** The content of a file, or the reason why it cannot be read. */
type Input =
  { readonly file: string; readonly bytes: Uint8Array } | { readonly file: string; readonly error: string }

/** Yields the files to validate in batches: those of the command line, then those that `filesFrom` lists. */
export async function* filesOf(
  { files, filesFrom }: ValidateRequest,
  context: CommandContext,
): AsyncGenerator<readonly string[]> {
  yield files
  if (filesFrom === undefined) return
  try {
    for await (const chunk of lineChunks(openInput(filesFrom, context))) {
      const names = chunk.toString().split(/\r?\n/)
      yield names.filter((name) => name !== '').map((name) => (name === STDIN ? './-' : name))
    }
  } catch (error) {
    throw new CannotRun(
      `Cannot read the list ${escapeText(filesFrom)}: ${describeFsError(error)}`,
    )
  }
}

/** Opens a file, or standard input, as a stream. */
export const openInput = (file: string, context: CommandContext): AsyncIterable<Uint8Array> =>
  openDescriptor(file, context) ?? createReadStream(resolve(context.cwd, file))

/** Reads a whole file, or standard input. Synchronous for regular files, because that is faster. */
export function readInput(file: string, context: CommandContext): Input | Promise<Input> {
  const stream = openDescriptor(file, context)
  return stream ? readStream(file, stream) : readPath(file, context.cwd)
}

/**
 * Opens a pipe or terminal that this process inherited: `-`, `/dev/stdin`, or `/dev/fd/63` from the shell's `<(…)`.
 * Returns undefined for every other path. `readFile()` rejects other pipes: without a writer, opening one would block.
 */
function openDescriptor(file: string, { stdin }: CommandContext): AsyncIterable<Uint8Array> | undefined {
  if (file === STDIN) return stdin
  const descriptor = file === '/dev/stdin' ? '0' : DESCRIPTOR.exec(file)?.[1]
  if (descriptor === undefined || statSync(file, { throwIfNoEntry: false })?.isFile() !== false)
    return undefined
  return createReadStream('', { fd: Number(descriptor), autoClose: false })
}

const DESCRIPTOR = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/

function readPath(file: string, cwd: string): Input {
  try {
    return { file, bytes: readFile(resolve(cwd, file)).bytes }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    return { file, error: error.message }
  }
}

async function readStream(file: string, stream: AsyncIterable<Uint8Array>): Promise<Input> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk)
      length += chunk.length
      if (length > MAX_FILE_BYTES)
        return { file, error: `the input exceeds the limit of ${MAX_FILE_BYTES} bytes` }
    }
  } catch (error) {
    return { file, error: describeFsError(error) }
  }
  return { file, bytes: Buffer.concat(chunks) }
}
