import { Worker } from 'node:worker_threads'

import { CannotRun } from '../../../exit-status.ts'
import type { Chunk, ChunkResult } from './validate-chunk.ts'
import { workerFile } from './worker-file.ts'

/** What a worker thread needs to open the same contracts as the main thread. */
export interface WorkerSettings {
  readonly id: string | undefined
  readonly directory: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

/** Worker threads that validate chunks. They start with the first chunk. */
export interface WorkerPool {
  readonly size: number
  /** @throws {CannotRun} if a worker thread has ended. */
  validate(chunk: Chunk): Promise<ChunkResult>
  /** Ends the worker threads. */
  close(): Promise<void>
}

interface Waiting {
  readonly bytes: number
  readonly resolve: (result: ChunkResult) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  /** Its chunks without a result, in the order in which it validates them. */
  readonly waiting: Waiting[]
}

export function createWorkerPool(size: number, settings: WorkerSettings): WorkerPool {
  let threads: Thread[] | undefined
  let failure: CannotRun | undefined
  return {
    size,
    validate({ bytes, ...chunk }) {
      threads ??= Array.from({ length: size }, start)
      const { worker, waiting } = threads.reduce((least, thread) =>
        load(thread) < load(least) ? thread : least,
      )
      return new Promise((resolve, reject) => {
        if (failure) return reject(failure)
        waiting.push({ bytes: bytes.length, resolve, reject })
        const transferred = transferableBytes(bytes)
        worker.postMessage({ ...chunk, bytes: transferred }, [transferred.buffer])
      })
    },
    async close() {
      await Promise.all((threads ?? []).map(({ worker }) => worker.terminate()))
    },
  }

  function start(): Thread {
    const worker = new Worker(workerFile(), { workerData: settings })
    const waiting: Waiting[] = []
    worker.on('message', (result: ChunkResult) => waiting.shift()?.resolve(result))
    worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error)))
    worker.on('messageerror', (error) => fail(error.message))
    worker.on('exit', (code) => fail(`exit code ${code}`))
    return { worker, waiting }
  }

  function fail(reason: string): void {
    failure ??= new CannotRun(
      `a worker thread ended before it had validated all its lines: ${reason}; lines without a result are not validated; retry with fewer --jobs, or without --jobs`,
    )
    for (const { waiting } of threads ?? []) for (const { reject } of waiting.splice(0)) reject(failure)
  }
}

const load = ({ waiting }: Thread): number => waiting.reduce((sum, { bytes }) => sum + bytes, 0)

/** A buffer that is transferred may not share its memory, as Node's small buffers do. */
const transferableBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes)
