import { escapeText, type FixedText, formatViolations, type Violation } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import type { CommandContext } from '../../context.ts'
import { diffOf } from '../../output/diff.ts'
import { writeText } from '../../output/write.ts'
import type { Result } from '../../reporters/reporter.ts'
import { STDIN } from '../validate/request.ts'

/** What was fixed, or can be, in an artifact, and the verdict on the fixed text. Without a known contract nothing is fixed. */
export interface FixedFile extends Result, Pick<FixedText, 'original' | 'text'> {
  readonly isWritten: boolean
}

/** Prints the diff and the violations that remain. For standard input, prints the fixed text instead of the diff. */
export function printFix(fixed: FixedFile, { stdout, stderr }: CommandContext): void {
  const { file, schema, original, text, valid, violations, more, isWritten } = fixed
  const isStdin = file === STDIN
  if (isStdin) stdout.write(text)
  const print = (line: string) => writeText(isStdin ? stderr : stdout, `${line}\n`)
  if (schema === undefined) return print(escapeText(describeUnknown(file, violations)))
  if (text !== original) {
    if (!isStdin) for (const line of diffOf(file, original, text)) print(escapeText(line))
    const isDone = isWritten || isStdin
    const part = valid ? '' : ' in part'
    const advice = isDone ? '' : '; run the command with --write'
    print(`${escapeText(file)} ${isDone ? 'was fixed' : 'can be fixed'}${part}${advice}`)
  } else if (valid) print(`${escapeText(file)} is a valid ${schema}`)
  else print(`${escapeText(file)}: nothing can be fixed`)
  if (valid) return
  print(`${pluralize(violations.length + (more ?? 0), 'violation')} of ${schema} must be fixed by hand:`)
  print(formatViolations(violations, { limit: Infinity, more }))
}

/** `text` is the fixed text if it differs; `violations` are those that remain. */
export function toJsonResult(result: FixedFile | Result): object {
  if (!('text' in result)) return { ...result, written: false }
  const { original, text, isWritten: written, ...entry } = result
  return { ...entry, written, ...(text !== original && { text }) }
}

/** Why an artifact that names no known contract cannot be fixed, and what to do. The file is not escaped. */
function describeUnknown(file: string, violations: readonly Violation[]): string {
  const schema = violations.find(({ path }) => path === '/schema')
  const { keyword, message } = schema ?? violations[0] ?? {}
  const reason = keyword === 'syntax' ? 'its text is not JSON: ' : ''
  const advice = schema ? `; or name the contract: workbench fix <schema_id> ${file}` : ''
  return `${file} cannot be fixed: ${reason}${message ?? ''}${advice}`
}
