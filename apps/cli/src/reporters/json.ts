import type { CommandContext } from '../context.ts'
import { type Reporter, type Result, violationsOf } from './reporter.ts'

/** Characters that are gathered before they are written. */
const BLOCK = 65_536

/**
 * For programs: `{ valid, results: [{ file, schema, valid, violations }] }` on one line, and nothing else on stdout.
 * Written as the results come, but for the names of those before the first that is not valid: until then nobody knows
 * how the line begins.
 */
export function jsonReporter({ stdout }: CommandContext): Reporter {
  const before: Result[] = []
  let isOpen = false
  let gathered = ''
  return {
    add(result) {
      if (isOpen) return write(`,${entryOf(result)}`)
      before.push(result)
      if (!isValid(result)) open(false)
    },
    end() {
      if (!isOpen) open(true)
      stdout.write(`${gathered}]}\n`)
    },
  }

  function open(valid: boolean): void {
    isOpen = true
    write(`{"valid":${valid},"results":[`)
    for (const [index, result] of before.entries()) write(`${index === 0 ? '' : ','}${entryOf(result)}`)
    before.length = 0
  }

  function write(text: string): void {
    gathered += text
    if (gathered.length < BLOCK) return
    stdout.write(gathered)
    gathered = ''
  }
}

const isValid = (result: Result): boolean => 'verdict' in result && result.verdict.valid

function entryOf(result: Result): string {
  const { file, schema } = result
  return JSON.stringify({
    file,
    schema,
    valid: isValid(result),
    violations: violationsOf(result),
    // Why the file was not judged.
    ...('error' in result && { error: result.error }),
  })
}
