import { createReadStream, statSync } from 'node:fs'
import { dirname } from 'node:path'

import { formatProblem, SchemaError, UnreadableFileError } from '@workbench/contracts'
import { MAX_FILE_BYTES, readFile, describeFsError } from '@workbench/contracts/internal'
import { isWithin, leadsOutside, nearestProject, realPath, WorkingAreaError } from '@workbench/workspace'

import type { CommandContext } from '../../context.ts'
import { userErrorLines } from '../../error-boundary.ts'
import { writeError } from '../../output/write.ts'
import { absolutePath, kindOfPath } from '../../paths.ts'
import { expandPaths } from './expand-paths.ts'
import { type Input, STDIN, type ValidateRequest } from './request.ts'

type InputOptions = Pick<ValidateRequest, 'paths'> &
  Partial<Pick<ValidateRequest, 'files-from' | 'ignore' | 'error-on-unmatched'>>

/** The files to validate: those of the command line, then those of `--files-from`. */
export async function inputsOf(
  { paths, 'files-from': list, ignore, 'error-on-unmatched': failsOnUnmatched = true }: InputOptions,
  context: CommandContext,
): Promise<Input[]> {
  const named = expandPaths(paths, context.cwd, ignore)
  const listed = list === undefined ? [] : await readList(list, context)
  const inputs = [...named, ...listed]
  if (failsOnUnmatched) return inputs
  return inputs.filter((input) => {
    const isMissing = isUnmatched(input, context.cwd)
    if (isMissing) writeError(context.stderr, `no files at ${input.file}`)
    return !isMissing
  })
}

const isUnmatched = ({ file, error, isUnmatched: namesNoFile = false }: Input, cwd: string): boolean =>
  namesNoFile || (error === undefined && file !== STDIN && kindOfPath(file, cwd) === undefined)

/** A list that cannot be read, or names no file, is an unread input. */
async function readList(list: string, context: CommandContext): Promise<Input[]> {
  try {
    // It may be a pipe or a device, because only the command line names it.
    const stream = openDescriptor(list, context) ?? createReadStream(absolutePath(list, context.cwd))
    const bytes = await readStream(stream)
    if (bytes.includes(0))
      throw new UnreadableFileError('the list contains a null byte; write one file name per line')
    const lines = bytes.toString().split(/\r?\n/)
    const names = lines.filter((name) => name !== '')
    if (names.length === 0) return [{ file: list, error: 'the list names no files', isUnmatched: true }]
    return names.map((name) => ({ file: name === STDIN ? './-' : name }))
  } catch (error) {
    return [{ file: list, error: reasonOf(error) }]
  }
}

/**
 * Opens a regular file, or standard input, as a stream.
 * @throws {UnreadableFileError} for a link out of the project, and for a pipe or a device: opening a pipe blocks without a
 * writer, and a device may never end.
 */
export function openFile(file: string, context: CommandContext): AsyncIterable<Uint8Array> {
  const stream = openDescriptor(file, context)
  if (stream) return stream
  const path = pathInProject(file, context)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isFIFO() || stat?.isCharacterDevice() || stat?.isBlockDevice())
    throw new UnreadableFileError('it is a pipe or a device; specify a regular file, or - for standard input')
  return createReadStream(path)
}

/**
 * Reads a whole file, or standard input.
 * @throws {UnreadableFileError}
 */
export async function readInput(file: string, context: CommandContext): Promise<Uint8Array> {
  const stream = openDescriptor(file, context)
  return stream ? readStream(stream) : readFile(pathInProject(file, context)).bytes
}

/**
 * The absolute path of a file. Also one that the command line names can lead through a link of another author: pre-commit and
 * the shell name the files of a checkout.
 * @throws {UnreadableFileError} if a link leads out of its project, which else is the current directory
 */
function pathInProject(file: string, { cwd, env }: CommandContext): string {
  const path = absolutePath(file, cwd)
  // Most paths have no link.
  if (realPath(path) === path) return path
  const root = nearestProject(dirname(path), env) ?? cwd
  if (isWithin(root, path) && leadsOutside(path, root))
    throw new UnreadableFileError(
      'a link in its path leads out of the project; specify the target of the link',
    )
  return path
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

async function readStream(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk)
      length += chunk.length
      if (length > MAX_FILE_BYTES)
        throw new UnreadableFileError(`the input exceeds the limit of ${MAX_FILE_BYTES} bytes`)
    }
  } catch (error) {
    throw new UnreadableFileError(describeFsError(error), { cause: error })
  }
  return Buffer.concat(chunks)
}

/**
 * Why a file cannot be read, validated or written. A bug is a reason, too, so that the other files are validated.
 * @throws for an error that does not concern the file
 */
export function reasonOf(error: unknown): string {
  if (error instanceof SchemaError)
    return `its contract cannot be used: ${error.problems.map(formatProblem).join('; ')}`
  if (error instanceof UnreadableFileError || error instanceof WorkingAreaError) return error.message
  if (userErrorLines(error)) throw error
  return `internal error, please report it: ${String(error)}`
}
