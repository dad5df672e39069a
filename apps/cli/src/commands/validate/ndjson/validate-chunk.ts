import { describeFsError } from '@workbench/contracts'

import { toJson } from '../../../output/write.ts'
import type { ValidatedText, ValidateText } from '../artifact-validator.ts'
import { STDIN } from '../request.ts'

/** Whole lines of a file. */
interface Chunk {
  readonly file: string
  /** How many lines of the file are before the chunk. */
  readonly before: number
  /** Whether no line before the chunk has content. */
  readonly isFirst: boolean
  readonly bytes: Buffer
}

interface ChunkResult {
  /** One line of JSON for each line of the chunk that is not blank, up to the error. */
  readonly output: string
  /** How many lines of the file are before the end of the chunk. */
  readonly lines: number
  readonly isBlank: boolean
  readonly areValid: boolean
  /** Why the rest of the file cannot be validated. */
  readonly error: string | undefined
}

/** @param id the contract of all lines; undefined if each line names its own */
export function validateChunk(
  { file, before, isFirst, bytes }: Chunk,
  validateText: ValidateText,
  id: string | undefined,
): ChunkResult {
  const fileMember = file === STDIN ? '' : `"file":${toJson(file)},`
  let output = ''
  let lines = before
  let isBlank = true
  let areValid = true
  const end = (error?: string) => ({ output, lines, isBlank, areValid, error })
  try {
    for (const line of linesIn(bytes)) {
      lines++
      if (hasNoContent(line)) continue
      if (isFirst && isBlank && OPENING_BRACKET.test(String(line))) return end(notOnePerLine(lines))
      isBlank = false
      const result = validateText(line)
      if ('error' in result) return end(`line ${lines}: ${result.error}`)
      areValid &&= result.verdict.valid
      const schemaMember =
        id === undefined && result.schema !== undefined ? `"schema":${toJson(result.schema)},` : ''
      output += `{${fileMember}"line":${lines},${schemaMember}${membersOf(result, lines)}}\n`
    }
  } catch (error) {
    return end(describeFsError(error))
  }
  return end()
}

/** The first line of a JSON value on several lines. */
const OPENING_BRACKET = /^\s*[{[]\s*$/

const notOnePerLine = (line: number): string =>
  `line ${line} is only the start of a JSON value; write each artifact on one line (jq -c .), or validate without --ndjson`

/** The line number of a violation is that of the input, not the one within the artifact's text. */
function membersOf({ verdict, advice }: ValidatedText, line: number): string {
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

const hasNoContent = (line: string | Uint8Array): boolean =>
  typeof line === 'string'
    ? /^[ \t\r]*$/.test(line)
    : line.every((byte) => byte === 0x20 || byte === 0x09 || byte === CR)
