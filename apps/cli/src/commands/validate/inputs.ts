import { createReadStream, statSync } from 'node:fs'
import { resolve } from 'node:path'

import { LARGEST_FILE, readFile, reasonOf, UnreadableFile } from '@workbench/contracts'

import { CannotRun } from '../../exit-status.ts'
import type { Terminal } from '../../terminal.ts'

/** A file's bytes, or why they cannot be had. */
export type Input =
  { readonly file: string; readonly bytes: Uint8Array } | { readonly file: string; readonly error: string }

const STDIN = '-'

/** Reads the files one after the other, so that memory holds one of them. */
export async function* readInputs(files: readonly string[], { stdin, cwd }: Terminal): AsyncGenerator<Input> {
  if (files.filter((file) => file === STDIN).length > 1) {
    throw new CannotRun('Standard input can be read once; name - once')
  }
  for (const file of files) {
    const descriptor = descriptorOf(file)
    if (file === STDIN) yield await readStream(file, stdin)
    else if (descriptor === undefined) yield readPath(file, cwd)
    else yield await readStream(file, createReadStream('', { fd: descriptor, autoClose: false }))
  }
}

/**
 * The pipe or terminal that a path such as `/dev/stdin` or, for `<(…)`, `/dev/fd/63` stands for: this process has it open
 * already, so there is a writer, or has been one. Other pipes are refused, for they may never get one.
 */
function descriptorOf(file: string): number | undefined {
  const [, number] =
    /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(file === '/dev/stdin' ? '/dev/fd/0' : file) ?? []
  if (number === undefined) return undefined
  return statSync(file, { throwIfNoEntry: false })?.isFile() === false ? Number(number) : undefined
}

function readPath(file: string, cwd: string): Input {
  try {
    return { file, bytes: readFile(resolve(cwd, file)).bytes }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
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
      if (length > LARGEST_FILE)
        return { file, error: `it gives more than the ${LARGEST_FILE} bytes that are read` }
    }
  } catch (error) {
    return { file, error: reasonOf(error) }
  }
  return { file, bytes: Buffer.concat(chunks) }
}
