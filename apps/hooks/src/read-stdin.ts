import { isUtf8 } from 'node:buffer'
import { read } from 'node:fs'

import { isJsonObject, objectScanner } from './object-scanner.ts'
import { EVENT_TIMEOUT_MS } from './response.ts'

/** The text on standard input, or why it was not read. */
type StdinResult = { readonly text: string } | { readonly problem: string }

const MAX_EVENT_BYTES = 64 * 2 ** 20

/**
 * Delay until the next read of a non-blocking descriptor that has no data, in milliseconds: the least one after data, and
 * twice as long after each read without data. A pipe holds 64 KiB, so the delay limits how fast a large event is read.
 */
const RETRY_DELAY_MS = { least: 1, most: 5 }

const CHUNK_BYTES = 65_536

/**
 * Reads the event on standard input. The event ends with the stream, or where it is a complete JSON object: some agents
 * keep the stream open. Reads the descriptor directly, because loading the streams of Node takes 3 to 5 ms of processor
 * time, more than a tenth of the whole hook.
 * @param deadline in milliseconds since 1970
 */
export function readStdin(deadline: number): Promise<StdinResult> {
  const chunks: Buffer[] = []
  let length = 0
  let delay = RETRY_DELAY_MS.least
  const isComplete = objectScanner()
  return new Promise((resolve) => {
    const end = (result: StdinResult) => {
      clearTimeout(timeout)
      resolve(result)
    }
    const timeout = setTimeout(() => {
      end({ problem: `waited ${EVENT_TIMEOUT_MS / 1000} seconds for a complete event on standard input` })
    }, deadline - Date.now())
    const readChunk = () => {
      read(0, Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null, (error, bytesRead, buffer) => {
        if (error?.code === 'EAGAIN') {
          setTimeout(readChunk, delay)
          delay = Math.min(2 * delay, RETRY_DELAY_MS.most)
          return
        }
        delay = RETRY_DELAY_MS.least
        if (error || bytesRead === 0) return end(textOf(chunks))
        const chunk = buffer.subarray(0, bytesRead)
        chunks.push(chunk)
        length += bytesRead
        if (length > MAX_EVENT_BYTES)
          end({ problem: `accepts events of at most ${MAX_EVENT_BYTES} bytes; this one is larger` })
        // Most events are one chunk, which JSON.parse reads faster.
        else if ((length === bytesRead && isJsonObject(chunk)) || isComplete(chunk)) end(textOf(chunks))
        else readChunk()
      })
    }
    readChunk()
  })
}

function textOf(chunks: readonly Buffer[]): StdinResult {
  const bytes = Buffer.concat(chunks)
  // An invalid byte in a path would be replaced, and the file would not be found.
  if (!isUtf8(bytes)) return { problem: 'received an event that is not UTF-8' }
  return { text: bytes.toString('utf8').replace(/^\uFEFF/, '') }
}
