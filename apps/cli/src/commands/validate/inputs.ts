import { createReadStream, statSync } from 'node:fs'

import { UnreadableFileError } from '@workbench/contracts'
import { MAX_FILE_BYTES, readFile, describeFsError } from '@workbench/contracts/internal'

import type { CommandContext } from '../../context.ts'
import { writeError } from '../../output/write.ts'
import { absolutePath, kindOfPath } from '../../paths.ts'
import { expandPaths } from './expand-paths.ts'
import { STDIN, type UnreadInput, type ValidateRequest } from './request.ts'

type Input = { readonly file: string; readonly bytes: Uint8Array } | UnreadInput

/** The files to validate: those of the command line, then those that `filesFrom` lists. */
export async function inputsOf(
  { paths, filesFrom, ignore, failsOnUnmatched }: ValidateRequest,
  context: CommandContext,
): Promise<(string | UnreadInput)[]> {
  const named = expandPaths(paths, { cwd: context.cwd, ignore })
  const listed = filesFrom === undefined ? [] : await readList(filesFrom, context)
  const inputs = [...named, ...listed]
  if (failsOnUnmatched) return inputs
  return inputs.filter((input) => {
    const isMissing = isUnmatched(input, context.cwd)
    if (isMissing) writeError(context.stderr, `no files at ${typeof input === 'string' ? input : input.file}`)
    return !isMissing
  })
}

const isUnmatched = (input: string | UnreadInput, cwd: string): boolean =>
  typeof input === 'string'
    ? input !== STDIN && kindOfPath(input, cwd) === undefined
    : input.isUnmatched === true

/** A list that names no file is an unread input, as one that cannot be read is. */
async function readList(list: string, context: CommandContext): Promise<(string | UnreadInput)[]> {
  // It may be a pipe or a device, because only the command line names it.
  const stream = openDescriptor(list, context) ?? createReadStream(absolutePath(list, context.cwd))
  const input = await readStream(list, stream)
  if ('error' in input) return [input]
  const fail = (error: string) => [{ file: list, error }]
  if (input.bytes.includes(0)) return fail('the list contains a null byte; write one file name per line')
  const names = Buffer.from(input.bytes)
    .toString()
    .split(/\r?\n/)
    .filter((name) => name !== '')
  if (names.length === 0) return [{ file: list, error: 'the list names no files', isUnmatched: true }]
  return names.map((name) => (name === STDIN ? './-' : name))
}

/**
 * Opens a regular file, or standard input, as a stream.
 * @throws {UnreadableFileError} for a pipe or a device: opening a pipe blocks without a writer, and a device may never end.
 */
export function openFile(file: string, context: CommandContext): AsyncIterable<Uint8Array> {
  const stream = openDescriptor(file, context)
  if (stream) return stream
  const path = absolutePath(file, context.cwd)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isFIFO() || stat?.isCharacterDevice() || stat?.isBlockDevice())
    throw new UnreadableFileError('it is a pipe or a device; specify a regular file, or - for standard input')
  return createReadStream(path)
}

/** Reads a whole file, or standard input. */
export async function readInput(file: string, context: CommandContext): Promise<Input> {
  const stream = openDescriptor(file, context)
  return stream ? readStream(file, stream) : readPath(file, context.cwd)
}

/**
 * Opens a pipe or terminal that this process inherited: `-`, `/dev/stdin`, or `/dev/fd/63` from the shell's `<(…)`.
 * Returns undefined for every other path. `readFile()` rejects other pipes: without a writer, opening one would block.
 */
function openDescriptor(file: string, context: CommandContext): AsyncIterable<Uint8Array> | undefined {
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
