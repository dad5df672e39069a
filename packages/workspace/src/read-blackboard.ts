import { basename, join } from 'node:path'

import type { Contracts } from '@workbench/contracts'

import { evidenceOfMany } from './advice/rules/evidence.ts'
import { deliverableAdvice } from './validation/deliverables.ts'
import { listFolder, withExistingFolder } from './files/open-folder.ts'
import { validateFiles } from './validation/validate-files.ts'
import type { ValidatedFile } from './validation/validated-file.ts'
import { BLACKBOARD_FOLDER, areaPath, type WorkingArea } from './working-area.ts'

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
  const evidence = evidenceOfMany({ root, contracts })
  const lookUp = (artifact: unknown) => [
    ...deliverableAdvice(artifact, { root, contracts }),
    ...evidence(artifact),
  ]
  const options = { open: () => contracts, area, roots: [root], lookUp }
  return listFolder(area, BLACKBOARD_FOLDER).flatMap((wave) => readWave(wave))

  function readWave(wave: string): BlackboardEntry[] {
    const read = (folder: string, names: readonly string[]): BlackboardEntry[] => {
      const files = names
        .filter((name) => name.endsWith('.json'))
        .map((name) => ({ name, file: join(folder, name), path: areaPath(BLACKBOARD_FOLDER, wave, name) }))
      const results = Array.from(validateFiles(files, options), ({ file, validated, value }) => {
        const agent = basename(file.name, '.json')
        return { wave, agent, ...validated, value }
      })
      return results.sort((a, b) => (a.path < b.path ? -1 : 1))
    }
    return withExistingFolder(area, [BLACKBOARD_FOLDER, wave], read) ?? []
  }
}
