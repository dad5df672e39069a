import type { Contracts } from '@workbench/contracts'

import type { Advice } from '../advice/rule.ts'
import { evidenceOfMany } from '../advice/rules/evidence.ts'
import { deliverableAdvice } from './deliverables.ts'

/**
 * Looks up what valid artifacts claim of a project: the deliverables of handoffs, and the evidence of findings. All artifacts
 * share one limit of time for evidence.
 */
export function openClaims(project: { root: string; contracts: Contracts }): (artifact: unknown) => Advice[] {
  const evidence = evidenceOfMany(project)
  return (artifact) => [...deliverableAdvice(artifact, project), ...evidence(artifact)]
}
