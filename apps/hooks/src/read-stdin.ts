import { tryParse } from '@workbench/contracts/internal'

import { EVENT_TIMEOUT_MS } from './response.ts'

/** The text on standard input, or why it was not read. */
type StdinResult = { readonly text: string } | { readonly problem: string }

const MAX_EVENT_BYTES = 64 * 2 ** 20

/**
 * Reads the event on standard input. The event ends with the stream, or with a chunk after which it is complete JSON: some
 * agents keep the stream open.
 * @param deadline in milliseconds since 1970
 */
export function readStdin(stdin: NodeJS.ReadableStream, deadline: number): Promise<StdinResult> {
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve) => {
    const end = (result: StdinResult) => {
      clearTimeout(timeout)
      stdin.pause()
      resolve(result)
    }
    const timeout = setTimeout(() => {
      end({ problem: `waited ${EVENT_TIMEOUT_MS / 1000} seconds for a complete event on standard input` })
    }, deadline - Date.now())
    stdin.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > MAX_EVENT_BYTES)
        end({ problem: `accepts events of at most ${MAX_EVENT_BYTES} bytes; this one is larger` })
      else if (isComplete(chunks)) end(textOf(chunks))
    })
    stdin.on('end', () => end(textOf(chunks)))
    stdin.on('error', () => end(textOf(chunks)))
  })
}

/** Few chunks of a long event end with a bracket, so few attempts to parse it fail. */
const isComplete = (chunks: readonly Buffer[]): boolean =>
  chunks.at(-1)?.toString('latin1').trimEnd().endsWith('}') === true &&
  tryParse(decode(Buffer.concat(chunks))) !== undefined

function textOf(chunks: readonly Buffer[]): StdinResult {
  const bytes = Buffer.concat(chunks)
  // An invalid byte in a path would be replaced, and the file would not be found. Node 16 has no `isUtf8`.
  if (!Buffer.from(bytes.toString()).equals(bytes)) return { problem: 'received an event that is not UTF-8' }
  return { text: decode(bytes) }
}

/** Without a byte-order mark. TextDecoder takes long to load. */
const decode = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '')
