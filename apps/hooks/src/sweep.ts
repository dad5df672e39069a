import { openContracts, describeFsError } from '@workbench/contracts'
import { findProjectRoot, type Judged, openArea, readArea } from '@workbench/workspace'

import type { Answer, Surroundings } from './answer.ts'
import type { AgentEvent } from './event.ts'
import { answerTo, type Complaint } from './report.ts'

/**
 * Judges everything in the working area, for what a program wrote where no event told of it. An agent that goes on only
 * because of this hook is not held back again: then the person who watches is told.
 */
export function sweep({ isHeldBack }: AgentEvent, surroundings: Surroundings): Answer {
  const answer = answerTo(complaintsAbout(findProjectRoot(surroundings), surroundings))
  return isHeldBack && answer.status === 2 ? { ...answer, status: 1 } : answer
}

function complaintsAbout(root: string, { env }: Surroundings): Complaint[] {
  try {
    return readArea(openArea(root), () => openContracts({ env, cwd: root }))
      .filter(({ valid }) => !valid)
      .map(asComplaint)
  } catch (error) {
    return [{ path: '.workbench', problem: `it could not be checked: ${describeFsError(error)}` }]
  }
}

const asComplaint = ({ path, schema, violations, problem }: Judged): Complaint =>
  problem === undefined ? { path, schema, violations } : { path, problem }
