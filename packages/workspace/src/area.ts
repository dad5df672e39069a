import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

import type { Contracts } from '@workbench/contracts'

import { orFault } from './errors.ts'
import { type Judged, judgeFile } from './judge-file.ts'
import { FACT, isFactFile, MEMORY } from './memory.ts'
import { pathIn, shortPath, TEMPORARY, type WorkingArea } from './working-area.ts'

/**
 * Judges every `.json` file in the working area, wherever it stands, by its contract and by where it may stand: facts in
 * the memory under their numbers, and nothing else there. `open` is called only where there is something to judge.
 */
export function readArea(area: WorkingArea, open: () => Contracts): Judged[] {
  const files = jsonFiles(area)
  if (files.length === 0) return []
  const contracts = open()
  return files.map((file) => {
    const judged = judgeFile(pathIn(area, ...file), shortPath(...file), contracts)
    const problem = judged.valid ? misplaced(file, judged.schema) : judged.problem
    return problem === undefined ? judged : { ...judged, valid: false, problem }
  })
}

/** The path of each file, segment by segment, from the working area. Links are not followed. */
function jsonFiles(area: WorkingArea): string[][] {
  const root = pathIn(area)
  return orFault('list', shortPath(), () => {
    try {
      return readdirSync(root, { recursive: true, withFileTypes: true })
        .filter(({ name }) => /\.json$/i.test(name))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep))
        .filter(([folder]) => folder !== TEMPORARY)
        .sort()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  })
}

function misplaced(file: readonly string[], schema: string | undefined): string | undefined {
  const [folder, name = ''] = file
  if (folder === MEMORY && (schema !== FACT || file.length > 2 || !isFactFile(name))) {
    return 'only facts stand in the memory, under the numbers that memory_write gives; take it away'
  }
  if (folder !== MEMORY && schema === FACT)
    return 'facts are written with memory_write, into the memory; take it away'
  return undefined
}
