import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Contracts, FactV1 } from '@workbench/contracts'

import { wrapSystemErrors } from '../errors.ts'
import { withExistingFolder } from '../files/open-folder.ts'
import { type ValidatedFile, validateFiles } from '../validate-file.ts'
import { relativePath, type WorkingArea } from '../working-area.ts'
import { FACT_CONTRACT, idOf, isFactFile, MEMORY_FOLDER, numberOf } from './fact-file.ts'
import { type FactRecords, ignoredNumber, readRecords } from './fact-records.ts'
import { factProblem, readFact } from './read-fact.ts'

/** A file of the memory and the verdict on it. */
export interface FactEntry extends ValidatedFile {
  readonly id: string
  /** The parsed fact; undefined if the file is not a valid fact, or is not as writeFact() wrote it. */
  readonly fact: FactV1 | undefined
  /** Ids of the facts that supersede it; empty if none does. */
  readonly supersededBy: readonly string[]
}

/**
 * Validates all facts, sorted by number.
 * @param deadline in milliseconds since 1970; facts that are not validated by then are not valid. Default: none.
 */
export function readMemory(area: WorkingArea, contracts: Contracts, deadline?: number): FactEntry[] {
  const records = readRecords(area)
  const facts = listMemory(area, (folder, names) => {
    const files = names
      .filter(isFactFile)
      .sort((a, b) => numberOf(a) - numberOf(b))
      .map((name) => ({
        id: idOf(name),
        file: join(folder, name),
        path: relativePath(MEMORY_FOLDER, name),
      }))
    return validateFiles(files, { contracts, deadline }).map((validated, index) =>
      toEntry(files[index], validated, contracts, records),
    )
  })
  const successors = new Map<string, string[]>()
  for (const { id, fact } of facts) {
    if (typeof fact?.supersedes !== 'string') continue
    const known = successors.get(fact.supersedes)
    if (known) known.push(id)
    else successors.set(fact.supersedes, [id])
  }
  return facts.map((entry) => ({ ...entry, supersededBy: successors.get(entry.id) ?? [] }))
}

/** A file of the memory that is ignored, at least when the next number is given. */
export interface IgnoredFact {
  /** Relative to the project's root, with slashes. */
  readonly path: string
  readonly reason: string
}

/** The files of the memory whose number memory_write does not continue, sorted by name. */
export function ignoredFacts(area: WorkingArea): IgnoredFact[] {
  const records = readRecords(area)
  return listMemory(area, (_folder, files) =>
    files.sort().flatMap((file) => {
      const reason = ignoredNumber(file, records)
      return reason === undefined ? [] : [{ path: relativePath(MEMORY_FOLDER, file), reason }]
    }),
  )
}

const listMemory = <Result>(
  area: WorkingArea,
  use: (folder: string, files: string[]) => Result[],
): Result[] =>
  withExistingFolder(area, [MEMORY_FOLDER], (folder) =>
    use(
      folder,
      wrapSystemErrors('list', relativePath(MEMORY_FOLDER), () => readdirSync(folder)),
    ),
  ) ?? []

function toEntry(
  { id, file } = { id: '', file: '' },
  validated: ValidatedFile,
  contracts: Contracts,
  records: FactRecords | undefined,
): Omit<FactEntry, 'supersededBy'> {
  if (!validated.valid || validated.schema !== FACT_CONTRACT) return { id, fact: undefined, ...validated }
  const problem = factProblem(file, id, records)
  return problem === undefined
    ? { id, fact: readFact(file, id, contracts, records), ...validated }
    : { id, fact: undefined, ...validated, valid: false, problem }
}
