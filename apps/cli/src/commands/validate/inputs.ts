import { createReadStream, statSync } from 'node:fs'

import { MAX_FILE_BYTES, readFile, describeFsError, UnreadableFileError } from '@workbench/contracts'

import type { CommandContext, InputStream } from '../../context.ts'
import { absolutePath, kindOfPath } from '../../paths.ts'
import { lineChunks } from './line-chunks.ts'
import { STDIN, type UnreadInput, type ValidateRequest } from './request.ts'

type Input = { readonly file: string; readonly bytes: Uint8Array } | UnreadInput

/** Longer than any path that an operating system accepts. */
const MAX_NAME_BYTES = 2 ** 14

/**
 * Yields the files to validate in batches: those of the command line, then those that `filesFrom` lists. A list that names
 * no file is an unread input, as one that cannot be read is.
 */
export async function* filesOf(
  { paths, filesFrom, ignore }: ValidateRequest,
  context: CommandContext,
): AsyncGenerator<readonly (string | UnreadInput)[]> {
  const { cwd } = context
  const isPlain =
    ignore.length === 0 && paths.every((path) => path === STDIN || kindOfPath(path, cwd) === 'file')
  // Most command lines do not need the module.
  yield isPlain ? paths : (await import('./expand-paths.ts')).expandPaths(paths, { cwd, ignore })
  if (filesFrom === undefined) return
  let bytes = 0
  let isEmpty = true
  try {
    for await (const chunk of lineChunks(openList(filesFrom, context), MAX_NAME_BYTES)) {
      bytes += chunk.length
      if (bytes > MAX_FILE_BYTES)
        throw new UnreadableFileError(`the list exceeds the limit of ${MAX_FILE_BYTES} bytes; split it`)
      if (chunk.includes(0))
        throw new UnreadableFileError('the list contains a null byte; write one file name per line')
      const names = chunk
        .toString()
        .split('\n')
        .map((name) => (name.endsWith('\r') ? name.slice(0, -1) : name))
        .filter((name) => name !== '')
      isEmpty &&= names.length === 0
      yield names.map((name) => (name === STDIN ? './-' : name))
    }
    if (isEmpty) throw new UnreadableFileError('the list names no files')
  } catch (error) {
    yield [{ file: filesFrom, error: describeFsError(error) }]
  }
}

/**
 * Opens a regular file, or standard input, as a stream.
 * @throws {UnreadableFileError} for a pipe or a device: opening a pipe blocks without a writer, and a device may never end.
 */
export function openFile(file: string, context: CommandContext): InputStream {
  const stream = openDescriptor(file, context)
  if (stream) return stream
  const path = absolutePath(file, context.cwd)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isFIFO() || stat?.isCharacterDevice() || stat?.isBlockDevice())
    throw new UnreadableFileError('it is a pipe or a device; specify a regular file, or - for standard input')
  return createReadStream(path)
}

/** A list may be a pipe or a device, because only the command line names it. */
const openList = (file: string, context: CommandContext): InputStream =>
  openDescriptor(file, context) ?? createReadStream(absolutePath(file, context.cwd))

/** Reads a whole file, or standard input. Synchronous for regular files, because that is faster. */
export function readInput(file: string, context: CommandContext): Input | Promise<Input> {
  const stream = openDescriptor(file, context)
  return stream ? readStream(file, stream) : readPath(file, context.cwd)
}

/**
 * Opens a pipe or terminal that this process inherited: `-`, `/dev/stdin`, or `/dev/fd/63` from the shell's `<(…)`.
 * Returns undefined for every other path. `readFile()` rejects other pipes: without a writer, opening one would block.
 */
function openDescriptor(file: string, context: CommandContext): InputStream | undefined {
  if (file === STDIN) return context.stdin
  const descriptor = file === '/dev/stdin' ? '0' : DESCRIPTOR.exec(file)?.[1]
  if (descriptor === undefined || statSync(file, { throwIfNoEntry: false })?.isFile() !== false)
    return undefined
  return createReadStream('', { fd: Number(descriptor), autoClose: false })
}

const DESCRIPTOR = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/

function readPath(file: string, cwd: string): Input {
  try {
    return { file, bytes: readFile(absolutePath(file, cwd)).bytes }
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
