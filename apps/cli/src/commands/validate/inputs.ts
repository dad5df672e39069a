import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

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
    if (file === STDIN) yield { file, bytes: await readAll(stdin) }
    else yield readFile(file, cwd)
  }
}

function readFile(file: string, cwd: string): Input {
  try {
    return { file, bytes: readFileSync(resolve(cwd, file)) }
  } catch (error) {
    return { file, error: reasonOf(error as NodeJS.ErrnoException) }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory; name the files in it',
  EACCES: 'reading it is not permitted',
  ENOTDIR: 'a part of its path is no directory',
  ELOOP: 'its links lead in a circle',
}

const reasonOf = ({ code = '', message }: NodeJS.ErrnoException): string => REASONS[code] ?? message

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
