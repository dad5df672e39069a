import { escapeText, type Invalid, type Verdict, type Violation } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import type { Advice } from '@workbench/workspace'

import type { CommandContext } from '../context.ts'
import type { ExitStatus } from '../exit-status.ts'
import type { Colors } from '../output/colors.ts'

/** The result for one file, with the members of its verdict. */
export interface Result extends Omit<Invalid, 'valid'> {
  readonly file: string
  /** The contract; undefined if none was named, and the artifact names none that is known. */
  readonly schema?: string | undefined
  readonly valid: boolean
  /** Why the file could not be validated; absent if it was. */
  readonly error?: string
  /** Rules that a valid artifact does not follow; absent without any. */
  readonly advice?: readonly Advice[]
  /** The content of an invalid file. */
  readonly bytes?: Uint8Array
}

/** The members of a result that a verdict has. */
export const fromVerdict = (verdict: Verdict): Pick<Result, keyof Invalid> =>
  verdict.valid ? { valid: true, violations: [] } : verdict

/** The result for a file that could not be validated. */
export const unreadFile = (file: string, error: string, schema?: string): Result => ({
  file,
  schema,
  valid: false,
  violations: [],
  error,
})

export interface ReportOptions {
  /** Without a summary. */
  readonly isQuiet: boolean
}

/** Prints the results of a run in one format. */
export type Reporter = (results: readonly Result[], context: CommandContext, options: ReportOptions) => void

export function statusOf(results: readonly Result[]): ExitStatus {
  if (results.some(({ error }) => error !== undefined)) return 2
  return results.every(({ valid }) => valid) ? 0 : 1
}

/** A line that says how many more violations there are; none if all are listed. */
export const describeMore = ({ more = 0 }: Result): string[] =>
  more > 0 ? [`… and at least ${pluralize(more, 'more violation')}`] : []

/** What is wrong with a file, as lines of plain text: its violations, that there are more, or why it could not be validated. */
export function problemsIn(
  result: Result,
): (Pick<Violation, 'message' | 'line' | 'column'> & { readonly keyword?: string })[] {
  const { violations, error } = result
  if (error !== undefined) return [{ message: `could not be validated: ${error}` }]
  const listed = violations.map((violation) => ({ ...violation, message: formatViolation(violation) }))
  return [...listed, ...describeMore(result).map((message) => ({ message }))]
}

/** `18:15`; empty if the position is not known. */
export const positionOf = ({ line, column }: Violation): string =>
  line === undefined || column === undefined ? '' : `${line}:${column}`

/** A violation as one line of plain text. */
export const formatViolation = ({ path, message }: Violation): string =>
  path === '' ? message : `${path}: ${message}`

/** The same for a terminal: escaped, with the path in a color. */
export const formatInColor = ({ path, message }: Violation | Advice, { cyan }: Colors): string =>
  path === '' ? escapeText(message) : `${cyan(`${escapeText(path)}:`)} ${escapeText(message)}`
