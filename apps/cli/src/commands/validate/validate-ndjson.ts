import { describeFsError, UnreadableFileError } from '@workbench/contracts'
import type { ProjectCheck } from '@workbench/workspace'

import { type CommandContext, waitForDrain } from '../../context.ts'
import type { ExitStatus } from '../../exit-status.ts'
import { toJson, writeError } from '../../output/write.ts'
import type { ValidateText } from './artifact-validator.ts'
import { filesOf, type LoadExpandPaths, openInput } from './inputs.ts'
import { lineChunks } from './line-chunks.ts'
import { type Progress, startProgress } from './progress.ts'
import { STDIN, type UnreadInput, type ValidateRequest } from './request.ts'

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
  const progress = await startProgress(request, context)
  let status: ExitStatus = 0
  for await (const files of filesOf(request, context, load)) {
    const inputs = files.length === 0 && request.filesFrom === undefined ? [STDIN] : files
    for (const file of inputs) {
      if (typeof file !== 'string') {
        reportUnread(file)
        continue
      }
      try {
        const areValid = await validateLines(file, validateText, request, context, progress)
        if (!areValid && status === 0) status = 1
      } catch (error) {
        reportUnread({ file, error: describeFsError(error) })
      }
    }
  }
  progress.stop()
  return status

  function reportUnread({ file, error }: UnreadInput): void {
    status = 2
    writeError(context.stderr, `cannot read ${file}: ${error}`)
  }
}

/** The longest line, in bytes. */
const MAX_LINE_BYTES = 2 ** 28

/**
 * Returns whether all lines of the file are valid.
 * @throws {UnreadableFileError} if the contract of a line cannot be used, or if the first line is not a whole JSON value.
 */
async function validateLines(
  file: string,
  validateText: ValidateText,
  { id }: ValidateRequest,
  context: CommandContext,
  progress: Progress,
): Promise<boolean> {
  const fileMember = file === STDIN ? '' : `"file":${toJson(file)},`
  let areValid = true
  let isFirst = true
  let number = 0
  for await (const chunk of lineChunks(openInput(file, context), MAX_LINE_BYTES)) {
    let results = ''
    const before = number
    for (const line of linesIn(chunk)) {
      number++
      if (isBlank(line)) continue
      if (isFirst && OPENING_BRACKET.test(String(line))) throw new UnreadableFileError(notOnePerLine(number))
      isFirst = false
      const result = validateText(line)
      if ('error' in result) throw new UnreadableFileError(`line ${number}: ${result.error}`)
      areValid &&= result.verdict.valid
      const schemaMember =
        id === undefined && result.schema !== undefined ? `"schema":${toJson(result.schema)},` : ''
      results += `{${fileMember}"line":${number},${schemaMember}${membersOf(result, number)}}\n`
    }
    context.stdout.write(results)
    progress.advance(number - before)
    await waitForDrain(context.stdout)
  }
  return areValid
}

/** The first line of a JSON value on several lines. */
const OPENING_BRACKET = /^\s*[{[]\s*$/

const notOnePerLine = (line: number): string =>
  `line ${line} is only the start of a JSON value; write each artifact on one line (jq -c .), or validate without --ndjson`

/** The line number of a violation is that of the input, not the one within the artifact's text. */
function membersOf({ verdict, advice }: ProjectCheck, line: number): string {
  if (verdict.valid) return advice.length === 0 ? '"valid":true' : `"valid":true,"advice":${toJson(advice)}`
  const { violations, truncated, more } = verdict
  const json = toJson({
    violations: violations.map((violation) => ({ ...violation, line })),
    truncated,
    more,
  })
  return `"valid":false,${json.slice(1, -1)}`
}

/** The lines of a chunk: strings if the chunk is valid UTF-8, else bytes, so that only the affected lines fail. */
function linesIn(chunk: Buffer): Iterable<string | Uint8Array> {
  const text = chunk.toString()
  return text.includes(REPLACEMENT) ? byteLines(chunk) : textLines(text)
}

/** The decoder replaces bytes that are not UTF-8 with this character. */
const REPLACEMENT = '\uFFFD'

function* textLines(text: string): Generator<string> {
  let start = 0
  while (start < text.length) {
    const feed = text.indexOf('\n', start)
    const end = feed === -1 ? text.length : feed
    yield text.slice(start, text[end - 1] === '\r' ? end - 1 : end)
    start = end + 1
  }
}

function* byteLines(chunk: Buffer): Generator<Uint8Array> {
  let start = 0
  while (start < chunk.length) {
    const feed = chunk.indexOf('\n', start)
    const end = feed === -1 ? chunk.length : feed
    yield chunk.subarray(start, chunk[end - 1] === CR ? end - 1 : end)
    start = end + 1
  }
}

const CR = 0x0d

const isBlank = (line: string | Uint8Array): boolean =>
  typeof line === 'string'
    ? /^[ \t\r]*$/.test(line)
    : line.every((byte) => byte === 0x20 || byte === 0x09 || byte === CR)
