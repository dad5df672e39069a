import type { Contracts } from '@workbench/contracts'

import type { Advice } from '../advice/rule.ts'
import { evidenceAdvice, NOT_LOOKED_UP } from '../advice/rules/evidence.ts'
import { ProjectFiles } from '../evidence/project-files.ts'
import { deliverableAdvice } from './deliverables.ts'

/** The time for the citations of all artifacts of a board, in milliseconds. */
const TIMEOUT_MS = 1000

/**
 * Looks up what valid artifacts claim of a project: the deliverables of handoffs, and the evidence of findings. All artifacts
 * share one limit of time for evidence. What is not looked up by then gets no advice.
 */
export function openClaims(project: { root: string; contracts: Contracts }): (artifact: unknown) => Advice[] {
  const files = new ProjectFiles(project.root, TIMEOUT_MS)
  return (artifact) => [
    ...deliverableAdvice(artifact, project),
    ...evidenceAdvice(artifact, project, files).filter(({ rule }) => rule !== NOT_LOOKED_UP),
  ]
}
