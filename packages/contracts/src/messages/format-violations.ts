import { escapeText } from '@workbench/json-text'
import type { Violation } from './violation.ts'
import { pluralize } from './describe-value.ts'

export interface FormatOptions {
  /** The maximum number of violations to print; the others are only counted. Default: 20. */
  readonly limit?: number
  /** `more` of the verdict: the number of further violations, at least. */
  readonly more?: number | undefined
}

/**
 * Formats violations as text for an agent, one per line, for example
 * `/severity (line 5, column 15): Expected one of "high" or "low"; received the string "High"; did you mean "high"?`
 */
export function formatViolations(
  violations: readonly Violation[],
  { limit = 20, more = 0 }: FormatOptions = {},
): string {
  const lines = violations.slice(0, limit).map(formatViolation)
  const rest = violations.length - lines.length + more
  if (rest === 0) return lines.join('\n')
  return [...lines, `… and ${more > 0 ? 'at least ' : ''}${pluralize(rest, 'more violation')}`].join('\n')
}

function formatViolation({ path, message, line, column }: Violation): string {
  const position = line === undefined || column === undefined ? '' : ` (line ${line}, column ${column})`
  return `${path === '' ? 'the artifact' : escapeText(truncatePath(path))}${position}: ${message}`
}

/** Keeps the start and the end of a long path: member names have no maximum length. */
const truncatePath = (path: string): string =>
  path.length > MAX_PATH_LENGTH
    ? `${path.slice(0, MAX_PATH_LENGTH / 2)}…${path.slice(-MAX_PATH_LENGTH / 2)}`
    : path

/** In UTF-16 code units. */
const MAX_PATH_LENGTH = 300
