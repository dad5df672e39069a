import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

import type { Contracts } from '@workbench/contracts'

import { wrapSystemErrors } from './errors.ts'
import { FACT_CONTRACT, idOf, isFactFile, MEMORY_FOLDER } from './facts/fact-file.ts'
import { type FactRecords, readRecords } from './facts/fact-records.ts'
import { factProblem } from './facts/read-fact.ts'
import { type ValidatedFile, validateFile } from './validate-file.ts'
import { absolutePath, relativePath, TEMPORARY_FOLDER, type WorkingArea } from './working-area.ts'

/**
 * Validates every `.json` file of the working area: against its contract, and for its folder. The memory contains
 * numbered facts as writeFact() wrote them and nothing else, and facts exist nowhere else.
 * @param open opens the contracts; called only if there is a file to validate
 * @throws {WorkingAreaError} if the working area cannot be listed.
 */
export function validateArea(area: WorkingArea, open: () => Contracts): ValidatedFile[] {
  const files = jsonFiles(area)
  if (files.length === 0) return []
  const contracts = open()
  const records = readRecords(area)
  return files.map((segments) => {
    const path = absolutePath(area, ...segments)
    const file = validateFile(path, relativePath(...segments), contracts)
    const problem = file.valid
      ? (misplacement(segments, file.schema) ?? forgery(path, segments, records))
      : file.problem
    return problem === undefined ? file : { ...file, valid: false, problem }
  })
}

/** The path of each file as segments from the working area. Links are not followed. */
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

/** What is wrong with the folder of a valid artifact, if anything. */
function misplacement(segments: readonly string[], schema: string | undefined): string | undefined {
  const [folder, name = ''] = segments
  if (folder === MEMORY_FOLDER && (schema !== FACT_CONTRACT || segments.length > 2 || !isFactFile(name)))
    return `${relativePath(MEMORY_FOLDER)} contains only facts that memory_write has numbered; delete this file`
  if (folder !== MEMORY_FOLDER && schema === FACT_CONTRACT)
    return `facts are written to ${relativePath(MEMORY_FOLDER)}, with memory_write; delete this file`
  return undefined
}

/** What is wrong with a fact that was written or changed by hand, if anything. */
const forgery = (
  path: string,
  [folder, name = '']: readonly string[],
  records: FactRecords | undefined,
): string | undefined => (folder === MEMORY_FOLDER ? factProblem(path, idOf(name), records) : undefined)
