import { read } from 'node:fs'

/** The text on standard input, or why it was not read. */
export type StdinResult =
  | { readonly text: string }
  | {
      readonly problem: string
      /** Whether a thread is still blocked in read(2). */
      readonly isReadPending: boolean
    }

const MAX_EVENT_BYTES = 64 * 2 ** 20

/** The event must be complete this long after the start, in milliseconds. */
const TIMEOUT_MS = 10_000

/** Delay between reads of a non-blocking descriptor that has no data, in milliseconds. */
const RETRY_DELAY_MS = 10

const CHUNK_BYTES = 65_536

/**
 * Reads the event on standard input. The event ends with the stream, or where it is a complete JSON object: some agents
 * keep the stream open. Reads the descriptor directly, because loading the streams of Node takes 3 to 5 ms of processor
 * time, more than a tenth of the whole hook.
 */
export function readStdin(): Promise<StdinResult> {
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve) => {
    const end = (result: StdinResult) => {
      clearTimeout(timeout)
      resolve(result)
    }
    const timeout = setTimeout(() => {
      const problem = `waited ${TIMEOUT_MS / 1000} seconds for a complete event on standard input`
      end({ problem, isReadPending: true })
    }, TIMEOUT_MS)
    const readChunk = () => {
      read(0, Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null, (error, bytesRead, buffer) => {
        // O_NONBLOCK belongs to the open file, so another process that shares it can have set it.
        if (error?.code === 'EAGAIN') return void setTimeout(readChunk, RETRY_DELAY_MS)
        if (error || bytesRead === 0) return end({ text: textOf(chunks) })
        chunks.push(buffer.subarray(0, bytesRead))
        length += bytesRead
        if (length > MAX_EVENT_BYTES)
          end({
            problem: `accepts events of at most ${MAX_EVENT_BYTES} bytes; this one is larger`,
            isReadPending: false,
          })
        else if (isCompleteObject(chunks)) end({ text: textOf(chunks) })
        else readChunk()
      })
    }
    readChunk()
  })
}

const textOf = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString('utf8')

function isCompleteObject(chunks: readonly Buffer[]): boolean {
  if (chunks.at(-1)?.toString('latin1').trimEnd().endsWith('}') !== true) return false
  try {
    JSON.parse(textOf(chunks))
    return true
  } catch {
    return false
  }
}
