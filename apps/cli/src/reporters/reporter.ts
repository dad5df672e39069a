import type { Verdict, Violation } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import type { Advice } from '@workbench/workspace'

import type { CommandContext } from '../context.ts'
import type { ExitStatus } from '../exit-status.ts'

/** The result for one file: a verdict, or an error if the file could not be validated. */
export type Result = ValidationResult | UnreadFile

export interface ValidationResult {
  readonly file: string
  /** The contract; undefined if none was named, and the artifact names none that is known. */
  readonly schema: string | undefined
  readonly verdict: Verdict
  /** Rules that a valid artifact does not follow; absent without any. */
  readonly advice?: readonly Advice[]
  /** The content of an invalid file. */
  readonly bytes?: Uint8Array
}

export interface UnreadFile {
  readonly file: string
  /** The contract, if one was named. */
  readonly schema?: string | undefined
  readonly error: string
}

/** Prints the results of a run in one format; no summary if it `isQuiet`. */
export type Reporter = (results: readonly Result[], context: CommandContext, isQuiet: boolean) => void

export function statusOf(results: readonly Result[]): ExitStatus {
  if (results.some((result) => 'error' in result)) return 2
  return results.some((result) => violationsOf(result).length > 0) ? 1 : 0
}

export const violationsOf = (result: Result): readonly Violation[] =>
  'verdict' in result && !result.verdict.valid ? result.verdict.violations : []

/** How many more violations the file has, at least, than `violationsOf` lists. */
export const moreOf = (result: Result): number =>
  'verdict' in result && !result.verdict.valid ? (result.verdict.more ?? 0) : 0

/** A line that says how many more violations there are; none if all are listed. */
export function describeMore(result: Result): string[] {
  const more = moreOf(result)
  return more > 0 ? [`… and at least ${pluralize(more, 'more violation')}`] : []
}

/** The word before advice in text. */
export const ADVICE = 'advice:'

/** The advice on a valid artifact. */
export const adviceOf = (result: Result): readonly Advice[] => ('advice' in result ? result.advice : [])

/** A violation as one line of plain text. */
export const formatViolation = ({ path, message }: Pick<Violation, 'path' | 'message'>): string =>
  path === '' ? message : `${path}: ${message}`
