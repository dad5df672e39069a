import { type Contracts, type HandoffV1, type Verdict, withPositions } from '@workbench/contracts'

import { adviceOn } from './advice/advice.ts'
import type { Advice } from './advice/rule.ts'
import { type CheckedFile, deliverableViolations, HANDOFF_CONTRACT } from './deliverables.ts'
import { parseJson } from './parse-json.ts'
import type { WorkingArea } from './working-area.ts'

interface ProjectCheckOptions {
  readonly area: WorkingArea
  readonly contracts: Contracts
  /** In milliseconds since 1970. Default: none. */
  readonly deadline?: number | undefined
  /** Whether to give advice, which takes longer than the validation. Default: true. */
  readonly advises?: boolean | undefined
  /** Gets each deliverable that is checked. */
  readonly onDeliverable?: ((deliverable: CheckedFile) => void) | undefined
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
  { area, contracts, deadline, advises = true, onDeliverable }: ProjectCheckOptions,
): ProjectCheck {
  if (!verdict.valid || schema === undefined) return { verdict, advice: [] }
  if (schema !== HANDOFF_CONTRACT) return { verdict, advice: advises ? adviceOn(schema, text, area) : [] }
  const handoff = parseJson(text) as HandoffV1
  const violations = deliverableViolations(handoff, {
    root: area.root,
    contracts,
    deadline,
    onFile: onDeliverable,
  })
  return {
    verdict:
      violations.length === 0 ? verdict : { valid: false, violations: withPositions(text, violations) },
    advice: [],
  }
}
