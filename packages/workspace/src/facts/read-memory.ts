import { sep } from 'node:path'

import type { Contracts, FactV1 } from '@workbench/contracts'

import { withExistingFolder } from '../files/open-folder.ts'
import { validateFiles } from '../validation/validate-files.ts'
import type { ValidatedFile } from '../validation/validated-file.ts'
import { relativePath, type WorkingArea } from '../working-area.ts'
import { compareIds, FACT_CONTRACT, idOf, isFactFile, MEMORY_FOLDER } from './fact-file.ts'
import { factProblem, withRecords } from './fact-records.ts'

/** A file of the memory, the verdict on it, and the facts that supersede it. */
export interface FactEntry extends ValidatedFile {
  readonly id: string
  /** The parsed fact; undefined if the file is not a valid fact, or was changed since it was written. */
  readonly fact: FactV1 | undefined
  /** Ids of the facts that supersede it; empty if none does. */
  readonly supersededBy: readonly string[]
}

/**
 * Validates all facts, sorted by number.
 * @param deadline in milliseconds since 1970; facts that are not validated by then are not valid. Default: none.
 */
export function readMemory(area: WorkingArea, contracts: Contracts, deadline?: number): FactEntry[] {
  const files = withExistingFolder(area, [MEMORY_FOLDER], (folder, names) => {
    const facts = names.filter(isFactFile).map((name) => ({
      id: idOf(name),
      // Not join(), which takes a twentieth of the whole command: the folder has no `..`.
      file: folder + sep + name,
      path: relativePath(MEMORY_FOLDER, name),
    }))
    return withRecords(area, (records) =>
      Array.from(
        validateFiles(facts, {
          contracts,
          roots: [area.root],
          deadline,
          problemOf: ({ schema, bytes, value }, { id }) =>
            schema === FACT_CONTRACT ? factProblem(value as FactV1, bytes, id, records) : undefined,
        }),
        ({ file: { id }, validated, value }) => ({
          id,
          fact: validated.schema === FACT_CONTRACT ? (value as FactV1 | undefined) : undefined,
          ...validated,
        }),
      ),
    )
  })
  const sorted = files?.sort((a, b) => compareIds(a.id, b.id)) ?? []
  const successors = new Map<string, string[]>()
  for (const { id, fact } of sorted) {
    const { supersedes } = fact ?? {}
    if (typeof supersedes === 'string')
      successors.set(supersedes, [...(successors.get(supersedes) ?? []), id])
  }
  return sorted.map((file) => ({ ...file, supersededBy: successors.get(file.id) ?? [] }))
}
