import type { Verdict, Violation } from '@workbench/contracts'

export const violationsOf = (verdict: Verdict): readonly Violation[] =>
  verdict.valid ? [] : verdict.violations

/** For example `/severity enum`. */
export const pathsAndKeywords = (verdict: Verdict): string[] =>
  violationsOf(verdict).map(({ path, keyword }) => `${path} ${keyword}`)
