import type { Verdict, Violation } from '@workbench/contracts'

/** What became of one file: a verdict, or the reason why there is none. */
export type Result = ValidatedFile | UnreadFile

export interface ValidatedFile {
  readonly file: string
  readonly schema: string
  readonly verdict: Verdict
}

export interface UnreadFile {
  readonly file: string
  readonly schema: string
  readonly error: string
}

/** Writes results in one format, as they come or when all are there. */
export interface Reporter {
  add(result: Result): void
  end(): void
}

export const violationsOf = (result: Result) =>
  'verdict' in result && !result.verdict.valid ? result.verdict.violations : []

/** A violation as one line of plain text. */
export const formatViolation = ({ path, message }: Pick<Violation, 'path' | 'message'>): string =>
  path === '' ? message : `${path}: ${message}`
