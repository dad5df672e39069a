import { escapeText, type FixedText, formatViolations, type Violation } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import type { CommandContext } from '../../context.ts'
import { diffOf } from '../../output/diff.ts'
import { writeText } from '../../output/write.ts'
import type { Result } from '../../reporters/reporter.ts'
import { STDIN } from '../validate/request.ts'

/** What was fixed, or can be, in an artifact, and the verdict on the fixed text. Without a known contract nothing is fixed. */
export interface FixedFile extends Result, Pick<FixedText, 'original' | 'text'> {
  /** The number of violations of the original text. */
  readonly before: number
  readonly isWritten: boolean
}

/** Prints the diff and the violations that remain. For standard input, prints the fixed text instead of the diff. */
export function printFix(fixed: FixedFile, { stdout, stderr }: CommandContext): void {
  const { file, schema, original, text, valid, violations, more, isWritten } = fixed
  const count = countOf(fixed)
  const isStdin = file === STDIN
  if (isStdin) stdout.write(text)
  const print = (line: string) => writeText(isStdin ? stderr : stdout, `${line}\n`)
  if (schema === undefined) {
    for (const line of describeUnknown(file, violations)) print(escapeText(line))
    return
  }
  if (text !== original) {
    if (!isStdin) for (const line of diffOf(file, original, text)) print(escapeText(line))
    print(escapeText(describeFix({ ...fixed, isWritten: isWritten || isStdin })))
  } else if (valid) print(`${escapeText(file)} is a valid ${schema}`)
  else print(`${escapeText(file)}: nothing can be fixed`)
  if (valid) return
  print(`${pluralize(count, 'violation')} of ${schema} must be fixed by hand:`)
  print(formatViolations(violations, { limit: Infinity, more }))
}

/** `text` is the fixed text if it differs; `violations` are those that remain. */
export function toJsonResult(result: FixedFile | Result): object {
  if (!('text' in result)) return { ...result, written: false }
  const { original, text, before: _, isWritten: written, ...entry } = result
  return { ...entry, written, ...(text !== original && { text }) }
}

/** Why an artifact that names no known contract cannot be fixed, and what to do. The file is not escaped. */
function describeUnknown(file: string, violations: readonly Violation[]): string[] {
  const schema = violations.find(({ path }) => path === '/schema')
  const [first] = violations
  if (!schema && first) {
    const reason = first.keyword === 'syntax' ? 'its text is not JSON: ' : ''
    return [`${file} cannot be fixed: ${reason}${first.message}`]
  }
  const reason =
    schema?.keyword === 'required' ? 'it has no schema member' : 'its schema member names no known contract'
  return [
    `${file} cannot be fixed: ${reason}; name the contract, as in`,
    `  workbench fix <schema_id> ${file}`,
  ]
}

/** What was fixed, or can be, in a file whose text is changed. The file is not escaped. */
function describeFix(fixed: FixedFile): string {
  const { file, before, isWritten } = fixed
  const after = countOf(fixed)
  const done = isWritten ? 'was fixed' : 'can be fixed'
  const advice = isWritten ? '' : '; run the command with --write'
  if (after === 0) return `${file} ${done}${advice}`
  const count = before - after
  // The fix of a syntax error can reveal violations of the contract.
  if (count <= 0) return `${file} ${done} in part${advice}`
  return `${file}: ${count} of ${pluralize(before, 'violation')} ${isWritten ? 'fixed' : 'can be fixed'}${advice}`
}

export const countOf = ({ violations, more = 0 }: Pick<Result, 'violations' | 'more'>): number =>
  violations.length + more
