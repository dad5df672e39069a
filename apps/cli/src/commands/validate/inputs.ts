import { createReadStream, statSync } from 'node:fs'
import { resolve } from 'node:path'

import {
  MAX_FILE_BYTES,
  escapeControlCharacters,
  readFile,
  describeFsError,
  UnreadableFileError,
} from '@workbench/contracts'

import { CannotRun } from '../../exit-status.ts'
import type { CommandContext } from '../../context.ts'
import { lineChunks } from './line-chunks.ts'
import { STDIN, type ValidateRequest } from './request.ts'

/** A file's bytes, or why they cannot be had. */
export type Input =
  { readonly file: string; readonly bytes: Uint8Array } | { readonly file: string; readonly error: string }

/** The files to check in the order of the request, as many at a time as are known at once. */
export async function* filesOf(
  { files, filesFrom }: ValidateRequest,
  context: CommandContext,
): AsyncGenerator<readonly string[]> {
  yield files
  if (filesFrom === undefined) return
  try {
    for await (const block of lineChunks(openInput(filesFrom, context))) {
      const names = block.toString().split(/\r?\n/)
      yield names.filter((name) => name !== '').map((name) => (name === STDIN ? './-' : name))
    }
  } catch (error) {
    throw new CannotRun(
      `Cannot read the list ${escapeControlCharacters(filesFrom)}: ${describeFsError(error)}`,
    )
  }
}

/** A file, or standard input, as a stream. */
export const openInput = (file: string, context: CommandContext): AsyncIterable<Uint8Array> =>
  openStream(file, context) ?? createReadStream(resolve(context.cwd, file))

/** Reads a file, or standard input, to its end. */
export function readInput(file: string, context: CommandContext): Input | Promise<Input> {
  const stream = openStream(file, context)
  return stream ? readStream(file, stream) : readPath(file, context.cwd)
}

/**
 * What this process has open already: standard input, and the pipe or terminal that a path such as `/dev/stdin` or, for
 * `<(…)`, `/dev/fd/63` stands for. There is a writer, or has been one. Other pipes are refused, for they may never get one.
 */
function openStream(file: string, { stdin }: CommandContext): AsyncIterable<Uint8Array> | undefined {
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

/** Reads a stream to its end, or until it has given more than a file may hold. */
async function readStream(file: string, stream: AsyncIterable<Uint8Array>): Promise<Input> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk)
      length += chunk.length
      if (length > MAX_FILE_BYTES)
        return { file, error: `it gives more than the ${MAX_FILE_BYTES} bytes that are read` }
    }
  } catch (error) {
    return { file, error: describeFsError(error) }
  }
  return { file, bytes: Buffer.concat(chunks) }
}
