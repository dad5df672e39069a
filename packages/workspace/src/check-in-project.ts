import { type Contracts, type HandoffV1, type Verdict, withPositions } from '@workbench/contracts'

import { adviceOn, hasAdvice } from './advice/advice.ts'
import type { Advice } from './advice/rule.ts'
import { deliverableViolations, HANDOFF_CONTRACT } from './deliverables.ts'
import type { WorkingArea } from './working-area.ts'

interface ProjectCheckOptions {
  readonly area: WorkingArea
  readonly contracts: Contracts
  /** In milliseconds since 1970. Default: none. */
  readonly deadline?: number | undefined
}

/** An artifact, and the verdict of its contract. */
interface ValidatedText {
  /** Id of the contract; undefined if the artifact names no known contract. */
  readonly schema: string | undefined
  readonly text: string | Uint8Array
  readonly verdict: Verdict
}

export interface ProjectCheck {
  readonly verdict: Verdict
  readonly advice: readonly Advice[]
}

/**
 * Checks a valid artifact against the project that it is about: the deliverables of a handoff, whose violations make it
 * invalid, and the rules that only give advice. An invalid artifact keeps its verdict.
 * @throws {DeadlineError} if the deadline is over before all deliverables are checked.
 */
export function checkInProject(
  { schema, text, verdict }: ValidatedText,
  { area, contracts, deadline }: ProjectCheckOptions,
): ProjectCheck {
  const isHandoff = schema === HANDOFF_CONTRACT
  if (!verdict.valid || !(isHandoff || hasAdvice(schema))) return { verdict, advice: [] }
  const json = typeof text === 'string' ? text : Buffer.from(text).toString()
  const artifact: unknown = JSON.parse(json)
  if (!isHandoff) return { verdict, advice: adviceOn(schema, artifact, area) }
  const violations = deliverableViolations(artifact as HandoffV1, { root: area.root, contracts, deadline })
  return {
    verdict:
      violations.length === 0 ? verdict : { valid: false, violations: withPositions(text, violations) },
    advice: [],
  }
}
