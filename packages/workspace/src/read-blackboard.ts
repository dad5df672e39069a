import type { Contracts } from '@workbench/contracts'

import { openClaims } from './validation/claims.ts'
import { validateFiles } from './validation/validate-files.ts'
import type { ValidatedFile } from './validation/validated-file.ts'
import { listWaveFiles } from './list-files.ts'
import type { WorkingArea } from './working-area.ts'

/** An artifact of the blackboard and the verdict on it. The advice says what it claims and the project does not have. */
export interface BlackboardEntry extends ValidatedFile {
  readonly wave: string
  readonly agent: string
  /** The artifact; absent if it is not valid. */
  readonly value?: unknown
}

/**
 * Validates all artifacts of the blackboard, sorted by wave and agent.
 * @throws {UnsafePathError} if a folder is a link.
 * @throws {WorkingAreaError} if a folder cannot be read.
 */
export function readBlackboard(area: WorkingArea, contracts: Contracts): BlackboardEntry[] {
  const { root } = area
  const options = { open: () => contracts, area, roots: [root], lookUp: openClaims({ root, contracts }) }
  const results = validateFiles(listWaveFiles(area), options)
  return Array.from(results, ({ file: { wave, agent }, validated, value }) => ({
    ...{ wave, agent, value },
    ...validated,
  })).sort((a, b) => (a.path < b.path ? -1 : 1))
}
