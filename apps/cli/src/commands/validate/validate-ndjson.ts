import { once } from 'node:events'

import { UnreadableFileError, type Violation } from '@workbench/contracts'
import { describeFsError } from '@workbench/contracts/internal'

import type { CommandContext } from '../../context.ts'
import type { ExitStatus } from '../../exit-status.ts'
import { toJson, writeError } from '../../output/write.ts'
import type { ValidateText } from './artifact-validator.ts'
import { inputsOf, openFile, reasonOf } from './inputs.ts'
import { linesOf } from './lines.ts'
import { STDIN, type ValidateRequest } from './request.ts'

/**
 * Validates each line as an artifact and prints one JSON result per line, in input order: `{"line":1,"valid":true}`,
 * with `violations` if there are any, and with `file` if the input is a named file. Blank lines are counted but skipped.
 */
export async function validateNdjson(
  validateText: ValidateText,
  request: ValidateRequest,
  context: CommandContext,
): Promise<ExitStatus> {
  const { stdout, stderr } = context
  const inputs = await inputsOf(request, context)
  let status: ExitStatus = 0
  for (const { file, error: reason } of inputs) {
    try {
      if (reason !== undefined) throw new UnreadableFileError(reason)
      await validateLines(file)
    } catch (error) {
      status = 2
      writeError(stderr, `cannot read ${file}: ${describeFsError(error)}`)
    }
  }
  return status

  async function validateLines(file: string): Promise<void> {
    let number = 0
    let isFirst = true
    for await (const lines of linesOf(openFile(file, context))) {
      let results = ''
      try {
        for (const line of lines) {
          number++
          if (isBlank(line)) continue
          if (isFirst && OPENING_BRACKET.test(Buffer.from(line).toString('latin1')))
            throw new UnreadableFileError(notOnePerLine(number))
          isFirst = false
          results += `${resultOf(line, number, file)}\n`
          if (results.length < MAX_RESULTS_LENGTH) continue
          await print(results)
          results = ''
        }
      } finally {
        await print(results)
      }
    }
  }

  /** The result of one line, as JSON. */
  function resultOf(line: Uint8Array, number: number, file: string): string {
    try {
      const { schema, valid, violations, ...others } = validateText(line)
      if (!valid && status === 0) status = 1
      const ofInput = violations.map((violation) => withLine(violation, number))
      return toJson({
        ...(file !== STDIN && { file }),
        line: number,
        ...(request.id === undefined && { schema }),
        valid,
        ...(!valid && { violations: ofInput }),
        ...others,
      })
    } catch (error) {
      throw new UnreadableFileError(`line ${number}: ${reasonOf(error)}`, { cause: error })
    }
  }

  async function print(results: string): Promise<void> {
    const isBuffered = results !== '' && !stdout.write(results)
    // Without the wait, output that is not read piles up in memory.
    if (isBuffered) await once(stdout, 'drain')
  }
}

/** From this length on, the collected results are written. A write for each line would take a large part of the time. */
const MAX_RESULTS_LENGTH = 65_536

const isBlank = (line: Uint8Array): boolean => line.every((byte) => BLANKS.has(byte))

/** Space, tab, and carriage return. */
const BLANKS = new Set([0x20, 0x09, 0x0d])

/** The first line of a JSON value on several lines. */
const OPENING_BRACKET = /^\s*[{[]\s*$/

const notOnePerLine = (line: number): string =>
  `line ${line} is only the start of a JSON value; write each artifact on one line (jq -c .), or validate without --ndjson`

/**
 * The line number of a violation, also in its message, is that of the input, not the one within the artifact's text. Messages
 * name the lines of syntax errors and of duplicate members, which is the first one of the text.
 */
function withLine(violation: Violation, line: number): Violation {
  const { keyword, message } = violation
  const isOfText = keyword === 'syntax' || keyword === 'duplicate'
  return {
    ...violation,
    message: isOfText ? message.replaceAll(/ line 1(?=;|$| would be lost)/g, ` line ${line}`) : message,
    line,
  }
}
