import type { Verdict, Violation } from '@workbench/contracts'

export const violationsOf = (verdict: Verdict): readonly Violation[] =>
  verdict.valid ? [] : verdict.violations
