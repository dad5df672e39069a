import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { openContracts } from '@workbench/contracts'
import {
  AREA,
  findProjectRoot,
  type Judged,
  openArea,
  readBlackboard,
  readMemory,
} from '@workbench/workspace'

import type { AgentEvent } from './event.ts'
import type { Answer, Surroundings } from './answer.ts'
import { answerTo, type Complaint } from './report.ts'

/**
 * Judges everything in the working area, for what a program wrote where no event told of it. An agent that goes on only
 * because of this hook is not held back again: then the person who watches is told.
 */
export function sweep({ isHeldBack }: AgentEvent, surroundings: Surroundings): Answer {
  const root = findProjectRoot(surroundings)
  const answer = answerTo(complaintsAbout(root, surroundings))
  return isHeldBack && answer.status === 2 ? { ...answer, status: 1 } : answer
}

function complaintsAbout(root: string, { env }: Surroundings): Complaint[] {
  const area = openArea(root)
  if (!existsSync(join(root, AREA))) return []
  try {
    const contracts = openContracts({ env, cwd: root })
    return [...readBlackboard(area, contracts), ...readMemory(area, contracts)]
      .filter(isBroken)
      .map(asComplaint)
  } catch (error) {
    return [{ path: '.workbench', problem: `it could not be checked: ${(error as Error).message}` }]
  }
}

const isBroken = ({ valid }: Judged): boolean => !valid

const asComplaint = ({ path, schema, violations, problem }: Judged): Complaint =>
  problem === undefined
    ? { path, schema, violations }
    : { path, problem: `it could not be checked: ${problem}` }
