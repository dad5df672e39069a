import type { Verdict, Violation } from '@workbench/contracts'
import type { Advice } from '@workbench/workspace'

/** The result for one file: a verdict, or an error if the file could not be validated. */
export type Result = ValidationResult | UnreadFile

interface ValidationResult {
  readonly file: string
  /** The contract; undefined if none was named, and the artifact names none that is known. */
  readonly schema: string | undefined
  readonly verdict: Verdict
  /** Rules that a valid artifact does not follow. */
  readonly advice: readonly Advice[]
  /** The content of the file. */
  readonly bytes?: Uint8Array
}

interface UnreadFile {
  readonly file: string
  /** The contract, if one was named. */
  readonly schema: string | undefined
  readonly error: string
}

export interface ReporterOptions {
  /** Whether to print no summary. */
  readonly isQuiet: boolean
}

/** Prints results in one format, either as they are added or all at the end. */
export interface Reporter {
  add(result: Result): void
  end(): void
}

export const violationsOf = (result: Result) =>
  'verdict' in result && !result.verdict.valid ? result.verdict.violations : []

/** How many more violations the file has, at least, than `violationsOf` lists. */
export const moreOf = (result: Result): number =>
  'verdict' in result && !result.verdict.valid ? (result.verdict.more ?? 0) : 0

/** The word before advice in text. */
export const ADVICE = 'advice:'

/** The advice on a valid artifact. */
export const adviceOf = (result: Result): readonly Advice[] => ('advice' in result ? result.advice : [])

/** A violation as one line of plain text. */
export const formatViolation = ({ path, message }: Pick<Violation, 'path' | 'message'>): string =>
  path === '' ? message : `${path}: ${message}`
