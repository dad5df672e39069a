import { toJson } from '../output/write.ts'
import type { CommandContext } from '../context.ts'
import { adviceOf, moreOf, type Reporter, type Result, violationsOf } from './reporter.ts'

/** Output is written in chunks of about this many characters. */
const CHUNK_LENGTH = 65_536

/**
 * Prints `{ valid, results: [{ file, schema, valid, violations }] }` on one line, and nothing else on stdout. Because
 * `valid` comes first, results are kept in memory until the first one that is not valid. From then on they are streamed.
 */
export function jsonReporter({ stdout }: CommandContext): Reporter {
  const pending: Result[] = []
  let isOpen = false
  let buffer = ''
  return {
    add(result) {
      if (isOpen) return write(`,${entryOf(result)}`)
      pending.push(result)
      if (!isValid(result)) open(false)
    },
    end() {
      if (!isOpen) open(true)
      stdout.write(`${buffer}]}\n`)
    },
  }

  function open(valid: boolean): void {
    isOpen = true
    write(`{"valid":${valid},"results":[`)
    for (const [index, result] of pending.entries()) write(`${index === 0 ? '' : ','}${entryOf(result)}`)
    pending.length = 0
  }

  function write(text: string): void {
    buffer += text
    if (buffer.length < CHUNK_LENGTH) return
    stdout.write(buffer)
    buffer = ''
  }
}

const isValid = (result: Result): boolean => 'verdict' in result && result.verdict.valid

function entryOf(result: Result): string {
  const { file, schema } = result
  const more = moreOf(result)
  const advice = adviceOf(result)
  return toJson({
    file,
    schema,
    valid: isValid(result),
    violations: violationsOf(result),
    ...(more > 0 && { truncated: true, more }),
    ...(advice.length > 0 && { advice }),
    ...('error' in result && { error: result.error }),
  })
}
