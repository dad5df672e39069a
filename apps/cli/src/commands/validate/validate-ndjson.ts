import { type Contract, escapeControlCharacters, describeFsError, type Verdict } from '@workbench/contracts'

import type { ExitStatus } from '../../exit-status.ts'
import { waitForDrain, type CommandContext } from '../../context.ts'
import { filesOf, openInput } from './inputs.ts'
import { lineChunks } from './line-chunks.ts'
import { STDIN, type ValidateRequest } from './request.ts'

/**
 * Judges each line by the contract, and writes a verdict a line, in order: `{"line":1,"valid":true}`, with `violations`
 * where there are any, and `file` where one is named. Lines of nothing but blanks have no verdict.
 */
export async function validateNdjson(
  contract: Contract,
  request: ValidateRequest,
  context: CommandContext,
): Promise<ExitStatus> {
  let status: ExitStatus = 0
  for await (const files of filesOf(request, context)) {
    const named = files.length === 0 && request.filesFrom === undefined ? [STDIN] : files
    for (const file of named) {
      try {
        const areValid = await validateLines(file, contract, context)
        if (!areValid && status === 0) status = 1
      } catch (error) {
        status = 2
        context.stderr.write(
          `workbench: cannot read ${escapeControlCharacters(file)}: ${describeFsError(error)}\n`,
        )
      }
    }
  }
  return status
}

/** Whether all lines of a file are valid. */
async function validateLines(file: string, contract: Contract, context: CommandContext): Promise<boolean> {
  const place = file === STDIN ? '' : `"file":${JSON.stringify(file)},`
  let areValid = true
  let number = 0
  for await (const block of lineChunks(openInput(file, context))) {
    let verdicts = ''
    for (const line of linesIn(block)) {
      number++
      if (isBlank(line)) continue
      const verdict = contract.validateText(line)
      areValid &&= verdict.valid
      verdicts += `{${place}"line":${number},${membersOf(verdict, number)}}\n`
    }
    context.stdout.write(verdicts)
    await waitForDrain(context.stdout)
  }
  return areValid
}

/** The violations stand where they do in the file, and not in their line alone. */
const membersOf = (verdict: Verdict, line: number): string =>
  verdict.valid
    ? '"valid":true'
    : `"valid":false,"violations":${JSON.stringify(verdict.violations.map((violation) => ({ ...violation, line })))}`

/** The lines of a block: as text, or as bytes where they are not all UTF-8, so that each is judged by itself. */
function linesIn(block: Buffer): Iterable<string | Uint8Array> {
  const text = block.toString()
  return text.includes(REPLACEMENT) ? byteLines(block) : textLines(text)
}

/** Stands in a decoded text for bytes that are not UTF-8. */
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

function* byteLines(block: Buffer): Generator<Uint8Array> {
  let start = 0
  while (start < block.length) {
    const feed = block.indexOf('\n', start)
    const end = feed === -1 ? block.length : feed
    yield block.subarray(start, block[end - 1] === CR ? end - 1 : end)
    start = end + 1
  }
}

const CR = 0x0d

const isBlank = (line: string | Uint8Array): boolean =>
  typeof line === 'string'
    ? /^[ \t\r]*$/.test(line)
    : line.every((byte) => byte === 0x20 || byte === 0x09 || byte === CR)
