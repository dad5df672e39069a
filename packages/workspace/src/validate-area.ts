import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

import type { Contracts } from '@workbench/contracts'

import { wrapSystemErrors } from './errors.ts'
import { type ValidatedFile, validateFile } from './validate-file.ts'
import { FACT_CONTRACT, isFactFile, MEMORY_FOLDER } from './memory.ts'
import { absolutePath, relativePath, TEMPORARY_FOLDER, type WorkingArea } from './working-area.ts'

/**
 * Judges every `.json` file in the working area, wherever it stands, by its contract and by where it may stand: facts in
 * the memory under their numbers, and nothing else there. `open` is called only where there is something to judge.
 */
export function validateArea(area: WorkingArea, open: () => Contracts): ValidatedFile[] {
  const files = jsonFiles(area)
  if (files.length === 0) return []
  const contracts = open()
  return files.map((file) => {
    const validated = validateFile(absolutePath(area, ...file), relativePath(...file), contracts)
    const problem = validated.valid ? misplacement(file, validated.schema) : validated.problem
    return problem === undefined ? validated : { ...validated, valid: false, problem }
  })
}

/** The path of each file, segment by segment, from the working area. Links are not followed. */
function jsonFiles(area: WorkingArea): string[][] {
  const root = absolutePath(area)
  return wrapSystemErrors('list', relativePath(), () => {
    try {
      return readdirSync(root, { recursive: true, withFileTypes: true })
        .filter(({ name }) => /\.json$/i.test(name))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep))
        .filter(([folder]) => folder !== TEMPORARY_FOLDER)
        .sort()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  })
}

function misplacement(file: readonly string[], schema: string | undefined): string | undefined {
  const [folder, name = ''] = file
  if (folder === MEMORY_FOLDER && (schema !== FACT_CONTRACT || file.length > 2 || !isFactFile(name))) {
    return 'only facts stand in the memory, under the numbers that memory_write gives; take it away'
  }
  if (folder !== MEMORY_FOLDER && schema === FACT_CONTRACT)
    return 'facts are written with memory_write, into the memory; take it away'
  return undefined
}
