import { type ParsedText, syntaxViolation, withJson } from '../text/parse.ts'
import { recover, type Recovery } from './recover.ts'
import type { RecoveryOptions } from './recovery-options.ts'

/** A text whose value was read in spite of its syntax errors. */
export interface RecoveredText extends ParsedText {
  /** How the text was corrected; absent if it is JSON, or if its bytes are not UTF-8. */
  readonly recovery?: Recovery
}

/**
 * Adds the syntax errors of a text that is not JSON, and the value after their correction, if it can be corrected.
 * @param limit the maximum number of other violations
 */
export function recoverText(parsed: ParsedText, limit: number, options?: RecoveryOptions): RecoveredText {
  if (parsed.error === undefined) return parsed
  const recovery = recover(parsed.text, options)
  // Not a syntax error, such as a lack of memory.
  if (recovery.violations.length === 0) throw parsed.error
  const { repaired } = recovery
  const broken = {
    ...parsed,
    violations: [...parsed.violations, ...recovery.violations.map(syntaxViolation)],
  }
  return { ...(repaired ? withJson(broken, repaired, limit) : broken), recovery }
}
