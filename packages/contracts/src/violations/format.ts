import type { Violation } from '../violation.ts'
import { pluralize } from './messages.ts'

export interface FormatOptions {
  /** How many violations to put in full; the rest are counted. 20 unless told. */
  readonly limit?: number
}

/**
 * Violations as text for an agent, a line each, as in
 * `/severity (line 5, column 15): Expected one of "high" or "low"; received the string "High"; did you mean "high"?`
 */
export function formatViolations(
  violations: readonly Violation[],
  { limit = 20 }: FormatOptions = {},
): string {
  const lines = violations.slice(0, limit).map(formatViolation)
  const rest = violations.length - lines.length
  return [...lines, ...(rest > 0 ? [`… and ${pluralize(rest, 'more violation')}`] : [])].join('\n')
}

function formatViolation({ path, message, line, column }: Violation): string {
  const position = line === undefined || column === undefined ? '' : ` (line ${line}, column ${column})`
  return `${path === '' ? 'the artifact' : escapeControlCharacters(truncatePath(path))}${position}: ${message}`
}

/** A member's name may be as long as its writer likes; the beginning and the end of a path say where it is. */
const truncatePath = (path: string): string =>
  path.length > MAX_PATH_LENGTH
    ? `${path.slice(0, MAX_PATH_LENGTH / 2)}…${path.slice(-MAX_PATH_LENGTH / 2)}`
    : path

/** Longest path that a line repeats whole, in UTF-16 code units. */
const MAX_PATH_LENGTH = 300

/** Names come from whoever wrote them: what would move a terminal's cursor or begin a line is spelt out. */
export const escapeControlCharacters = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
