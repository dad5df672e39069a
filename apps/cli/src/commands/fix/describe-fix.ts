import { type Verdict } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

/** Why an artifact that names no known contract cannot be fixed, and what to do. The file is not escaped. */
export function describeUnknown(file: string, verdict: Verdict): string[] {
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
export function describeFix(file: string, before: Verdict, after: Verdict, isWritten: boolean): string {
  const done = isWritten ? 'was fixed' : 'can be fixed'
  const advice = isWritten ? '' : '; run the command with --write'
  if (after.valid) return `${file} ${done}${advice}`
  const fixed = countOf(before) - countOf(after)
  // The fix of a syntax error can reveal violations of the contract.
  if (fixed <= 0) return `${file} ${done} in part${advice}`
  return `${file}: ${fixed} of ${pluralize(countOf(before), 'violation')} ${isWritten ? 'fixed' : 'can be fixed'}${advice}`
}

export const countOf = (verdict: Verdict): number =>
  verdict.valid ? 0 : verdict.violations.length + (verdict.more ?? 0)
