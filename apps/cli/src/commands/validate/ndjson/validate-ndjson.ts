import { describeFsError, UnreadableFileError } from '@workbench/contracts'

import { type CommandContext, waitForDrain } from '../../../context.ts'
import { CannotRun, type ExitStatus } from '../../../exit-status.ts'
import { writeError } from '../../../output/write.ts'
import type { ValidateText } from '../artifact-validator.ts'
import { filesOf, type LoadExpandPaths, openFile } from '../inputs.ts'
import { lineChunks } from '../line-chunks.ts'
import { startProgress } from '../progress.ts'
import { STDIN, type UnreadInput, type ValidateRequest } from '../request.ts'
import { orderedQueue } from './ordered-queue.ts'
import { type Chunk, type ChunkResult, validateChunk } from './validate-chunk.ts'
import type { WorkerPool } from './worker-pool.ts'

/**
 * Validates each line as an artifact and prints one JSON result per line, in input order: `{"line":1,"valid":true}`,
 * with `violations` if there are any, and with `file` if the input is a named file. Blank lines are counted but skipped.
 */
export async function validateNdjson(
  validateText: ValidateText,
  request: ValidateRequest,
  context: CommandContext,
  load: LoadExpandPaths,
): Promise<ExitStatus> {
  const { id, directory, jobs } = request
  const settings = { id, directory, env: { ...context.env }, cwd: context.cwd }
  const pool =
    jobs === undefined ? undefined : (await import('./worker-pool.ts')).createWorkerPool(jobs, settings)
  const progress = await startProgress(request, context)
  const validate = (chunk: Chunk) => validateChunk(chunk, validateText, id)
  let status: ExitStatus = 0
  try {
    for await (const files of filesOf(request, context, load)) {
      const inputs = files.length === 0 && request.filesFrom === undefined ? [STDIN] : files
      for (const file of inputs) {
        if (typeof file !== 'string') reportUnread(file)
        else await validateFile(file)
      }
    }
  } finally {
    await pool?.close()
    progress.stop()
  }
  return status

  async function validateFile(file: string): Promise<void> {
    let lines = 0
    try {
      await validateLines(file, context, { validate, pool, print })
    } catch (error) {
      if (error instanceof CannotRun) throw error
      reportUnread({ file, error: describeFsError(error) })
    }

    async function print(result: ChunkResult): Promise<void> {
      if (!result.areValid && status === 0) status = 1
      context.stdout.write(result.output)
      progress.advance(result.lines - lines)
      lines = result.lines
      if (result.error !== undefined) throw new UnreadableFileError(result.error)
      await waitForDrain(context.stdout)
    }
  }

  function reportUnread({ file, error }: UnreadInput): void {
    status = 2
    writeError(context.stderr, `cannot read ${file}: ${error}`)
  }
}

/** The longest line, in bytes. */
const MAX_LINE_BYTES = 2 ** 28

/** How much of the input may be read, but not printed, for each worker thread. */
const QUEUED_BYTES = 2 ** 18

interface Steps {
  readonly validate: (chunk: Chunk) => ChunkResult
  readonly pool: WorkerPool | undefined
  readonly print: (result: ChunkResult) => Promise<void>
}

/**
 * Validates a file in chunks: on this thread, or with a pool on worker threads as soon as a line with content is found.
 * @throws {UnreadableFileError} if the file cannot be read, if the contract of a line cannot be used, or if the first line is
 * not a whole JSON value.
 * @throws {CannotRun} if a worker thread has ended.
 */
async function validateLines(
  file: string,
  context: CommandContext,
  { validate, pool, print }: Steps,
): Promise<void> {
  const stream = openFile(file, context)
  const queue =
    pool &&
    orderedQueue(print, pool.size * QUEUED_BYTES, (error) => {
      // Ends the wait for the next chunk.
      if (!stream.readableEnded) stream.destroy(error)
    })
  let before = 0
  let isFirst = true
  for await (const bytes of lineChunks(stream, MAX_LINE_BYTES)) {
    const chunk = { file, before, isFirst, bytes }
    if (isFirst || !pool || !queue) {
      const result = validate(chunk)
      before = result.lines
      isFirst = result.isBlank
      await print(result)
    } else {
      before += countLines(bytes)
      // The validation takes the bytes from this thread, and their length becomes 0.
      const { length } = bytes
      await queue.add(pool.validate(chunk), length)
    }
  }
  await queue?.end()
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let feed = bytes.indexOf(LF); feed !== -1; feed = bytes.indexOf(LF, feed + 1)) lines++
  return lines
}

const LF = 0x0a
