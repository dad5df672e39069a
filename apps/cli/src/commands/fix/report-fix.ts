import { escapeText, type FixedText, formatViolations, type Verdict } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import type { CommandContext } from '../../context.ts'
import { diffOf } from '../../output/diff.ts'
import { writeText } from '../../output/write.ts'
import { toEntry } from '../../reporters/json.ts'
import { STDIN, type UnreadInput } from '../validate/request.ts'

/** What was fixed, or can be, in an artifact. */
export interface FixedFile extends FixedText {
  readonly file: string
  /** The contract; undefined if the artifact names none that is known. Then nothing is fixed. */
  readonly schema: string | undefined
  /** The verdict on the original text. */
  readonly before: Verdict
  readonly isWritten: boolean
}

/** Prints the diff and the violations that remain. For standard input, prints the fixed text instead of the diff. */
export function printFix(fixed: FixedFile, { stdout, stderr }: CommandContext): void {
  const { file, schema, original, text, before, verdict, isWritten } = fixed
  const isStdin = file === STDIN
  if (isStdin) stdout.write(text)
  const print = (line: string) => {
    writeText(isStdin ? stderr : stdout, `${line}\n`)
  }
  if (schema === undefined) {
    for (const line of describeUnknown(file, before)) print(escapeText(line))
    return
  }
  if (text !== original) {
    if (!isStdin) for (const line of diffOf(file, original, text)) print(escapeText(line))
    print(escapeText(describeFix(file, before, verdict, isWritten || isStdin)))
  } else if (verdict.valid) print(`${escapeText(file)} is a valid ${schema}`)
  else print(`${escapeText(file)}: nothing can be fixed`)
  if (verdict.valid) return
  print(`${pluralize(countOf(verdict), 'violation')} of ${schema} must be fixed by hand:`)
  print(formatViolations(verdict.violations, { limit: Infinity, more: verdict.more }))
}

/** `text` is the fixed text if it differs; `violations` are those that remain. */
export function toJsonResult(result: FixedFile | UnreadInput): object {
  if ('error' in result) return { ...toEntry(result), written: false }
  const { original, text, isWritten } = result
  return { ...toEntry(result), written: isWritten, ...(text !== original && { text }) }
}

/** Why an artifact that names no known contract cannot be fixed, and what to do. The file is not escaped. */
function describeUnknown(file: string, verdict: Verdict): string[] {
  const violations = verdict.valid ? [] : verdict.violations
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
function describeFix(file: string, before: Verdict, after: Verdict, isWritten: boolean): string {
  const done = isWritten ? 'was fixed' : 'can be fixed'
  const advice = isWritten ? '' : '; run the command with --write'
  if (after.valid) return `${file} ${done}${advice}`
  const fixed = countOf(before) - countOf(after)
  // The fix of a syntax error can reveal violations of the contract.
  if (fixed <= 0) return `${file} ${done} in part${advice}`
  return `${file}: ${fixed} of ${pluralize(countOf(before), 'violation')} ${isWritten ? 'fixed' : 'can be fixed'}${advice}`
}

const countOf = (verdict: Verdict): number =>
  verdict.valid ? 0 : verdict.violations.length + (verdict.more ?? 0)
