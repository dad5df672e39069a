import { describeFsError, UnreadableFileError } from '@workbench/contracts'

import { type CommandContext, waitForDrain } from '../../../context.ts'
import type { ExitStatus } from '../../../exit-status.ts'
import { writeError } from '../../../output/write.ts'
import type { ValidateText } from '../artifact-validator.ts'
import { filesOf, openFile } from '../inputs.ts'
import { lineChunks } from '../line-chunks.ts'
import { startProgress } from '../progress.ts'
import { STDIN, type UnreadInput, type ValidateRequest } from '../request.ts'
import { validateChunk } from './validate-chunk.ts'

/**
 * Validates each line as an artifact and prints one JSON result per line, in input order: `{"line":1,"valid":true}`,
 * with `violations` if there are any, and with `file` if the input is a named file. Blank lines are counted but skipped.
 */
export async function validateNdjson(
  validateText: ValidateText,
  request: ValidateRequest,
  context: CommandContext,
): Promise<ExitStatus> {
  const progress = await startProgress(request, context)
  let status: ExitStatus = 0
  try {
    for await (const files of filesOf(request, context)) {
      const inputs = files.length === 0 && request.filesFrom === undefined ? [STDIN] : files
      for (const file of inputs) {
        if (typeof file !== 'string') reportUnread(file)
        else await validateFile(file)
      }
    }
  } finally {
    progress.stop()
  }
  return status

  async function validateFile(file: string): Promise<void> {
    let lines = 0
    let isFirst = true
    try {
      for await (const bytes of lineChunks(openFile(file, context), MAX_LINE_BYTES)) {
        const result = validateChunk({ file, before: lines, isFirst, bytes }, validateText, request.id)
        if (!result.areValid && status === 0) status = 1
        context.stdout.write(result.output)
        progress.advance(result.lines - lines)
        lines = result.lines
        isFirst &&= result.isBlank
        if (result.error !== undefined) throw new UnreadableFileError(result.error)
        await waitForDrain(context.stdout)
      }
    } catch (error) {
      reportUnread({ file, error: describeFsError(error) })
    }
  }

  function reportUnread({ file, error }: UnreadInput): void {
    status = 2
    writeError(context.stderr, `cannot read ${file}: ${error}`)
  }
}

/** The longest line, in bytes. */
const MAX_LINE_BYTES = 2 ** 28
