import { sep } from 'node:path'

import type { Contracts, FactV1 } from '@workbench/contracts'

import { withExistingFolder } from '../files/open-folder.ts'
import { validateFiles } from '../validation/validate-files.ts'
import { invalidFile, type ValidatedFile } from '../validation/validated-file.ts'
import { areaPath, type WorkingArea } from '../working-area.ts'
import { compareIds, FACT_CONTRACT, idOf, isFactFile, MEMORY_FOLDER } from './fact-file.ts'
import { FactRecords } from './fact-records.ts'
import { deletedFacts } from './facts-in-git.ts'
import { successorsOf } from './lineage.ts'
import { type References, referencesOf } from './references.ts'
import { deletedProblem, readTombstone, type Tombstone, withdrawnId, withdrawnProblem } from './tombstone.ts'

/** A fact of the memory, the verdict on its file, and the facts that supersede it. */
export interface FactEntry extends ValidatedFile, References {
  readonly id: string
  /** The parsed fact; undefined if there is no file, if it is not a valid fact, or if it was changed since it was written. */
  readonly fact: FactV1 | undefined
  /** Ids of the facts that supersede it; empty if none does. */
  readonly supersededBy: readonly string[]
  /** Absent if it was not withdrawn. */
  readonly tombstone?: Tombstone
  /** Whether its file was deleted although it was not withdrawn; `problem` says so too. */
  readonly isDeleted?: true
}

type Entry = Omit<FactEntry, 'supersededBy'>

/**
 * Validates all facts, sorted by number. Those that were withdrawn or whose files were deleted are in the result too.
 * @param deadline in milliseconds since 1970; facts that are not validated by then are not valid. Default: none.
 */
export function readMemory(area: WorkingArea, contracts: Contracts, deadline?: number): FactEntry[] {
  const records = new FactRecords(area)
  const read = (folder: string, names: readonly string[]): Entry[] => {
    const withdrawn = readWithdrawn(folder, names, area)
    const known = new Set(withdrawn.map(({ id }) => id))
    const files = names.flatMap((name) => {
      const id = idOf(name)
      // Not join(), which takes a twentieth of the whole command: the folder has no `..`.
      const file = { id, file: folder + sep + name, path: areaPath(MEMORY_FOLDER, name) }
      return isFactFile(name) && !known.has(id) ? [file] : []
    })
    const results = validateFiles(files, {
      open: () => contracts,
      roots: [area.root],
      deadline,
      problemOf: ({ id: schema, verdict, bytes, value }, { id }) =>
        verdict.valid && schema === FACT_CONTRACT ? records.problemOf(value as FactV1, bytes, id) : undefined,
    })
    const facts = Array.from(results, ({ file: { id }, validated, value }) => {
      const fact = validated.schema === FACT_CONTRACT ? (value as FactV1 | undefined) : undefined
      return { id, fact, ...referencesOf(fact), ...validated }
    })
    return [...withdrawn, ...facts]
  }
  const present = withExistingFolder(area, [MEMORY_FOLDER], read) ?? []
  const entries = [...present, ...readDeleted(area, records, present)]
  records.save()
  const sorted = entries.sort((a, b) => compareIds(a.id, b.id))
  const successors = successorsOf(sorted)
  return sorted.map((entry) => ({ ...entry, supersededBy: successors.get(entry.id) ?? [] }))
}

/** Of several tombstones of one fact, which branches have brought, the first. */
function readWithdrawn(folder: string, names: readonly string[], area: WorkingArea): Entry[] {
  const firsts = new Map<string, string>()
  for (const name of names.toSorted()) {
    const id = withdrawnId(name)
    if (id !== undefined && !firsts.has(id)) firsts.set(id, name)
  }
  const all = new Set(names)
  return [...firsts].map(([id, name]) => {
    const tombstone = readTombstone(folder + sep + name, area)
    const isBack = all.has(`${id}.json`)
    const path = areaPath(MEMORY_FOLDER, isBack ? `${id}.json` : name)
    const damage = tombstone ? undefined : 'it does not say when and why the fact was withdrawn; restore it'
    const problem = isBack ? withdrawnProblem(id) : damage
    const file = problem === undefined ? { ...ABSENT, path, valid: true } : invalidFile(path, problem)
    return { ...file, id, fact: undefined, ...referencesOf(tombstone), tombstone: tombstone ?? UNKNOWN }
  })
}

const UNKNOWN = { withdrawn: 'an unknown day', reason: 'unknown' }

const ABSENT = { schema: undefined, violations: [], modified: new Date(0), bytes: 0 }

function readDeleted(area: WorkingArea, records: FactRecords, present: readonly Entry[]): Entry[] {
  const known = new Set([...records.read, ...present.map(({ id }) => id)])
  const missing = [...records.names.keys()].filter((id) => !known.has(id)).map((id) => `${id}.json`)
  return deletedFacts(area, missing).map((name) => {
    const id = idOf(name)
    const file = invalidFile(areaPath(MEMORY_FOLDER, name), deletedProblem(id))
    return { ...file, id, fact: undefined, ...records.referencesOf(id), isDeleted: true }
  })
}
