import { readdirSync } from 'node:fs'
import { sep } from 'node:path'

import type { Contracts, FactV1 } from '@workbench/contracts'

import { wrapSystemErrors } from '../errors.ts'
import { withExistingFolder } from '../files/open-folder.ts'
import { mapFiles, type ValidatedFile } from '../validate-file.ts'
import { relativePath, type WorkingArea } from '../working-area.ts'
import { FACT_CONTRACT, idOf, isFactFile, MEMORY_FOLDER, numberOf } from './fact-file.ts'
import { type IgnoredFile, ignoredFiles, withRecords } from './fact-records.ts'
import { factProblem } from './read-fact.ts'

/** A file of the memory and the verdict on it. */
export interface FactFile extends ValidatedFile {
  readonly id: string
  /** The parsed fact; undefined if the file is not a valid fact, or is not as writeFact() wrote it. */
  readonly fact: FactV1 | undefined
}

/** A file of the memory, and the facts that supersede it. */
export interface FactEntry extends FactFile {
  /** Ids of the facts that supersede it; empty if none does. */
  readonly supersededBy: readonly string[]
}

/** A file of the memory that is ignored when the number of the next fact is determined. */
export interface IgnoredFact {
  /** Relative to the project's root, with slashes. */
  readonly path: string
  readonly reason: string
}

/** The whole memory; of each fact, what the caller keeps. */
export interface Memory<Kept> {
  /** Sorted by number. */
  readonly facts: readonly Kept[]
  /** Ids of the facts that supersede a fact; empty if none does. */
  readonly successorsOf: (id: string) => readonly string[]
  /** The files whose number memory_write does not continue, sorted by name. */
  readonly ignored: readonly IgnoredFact[]
}

/**
 * Validates all facts, sorted by number.
 * @param deadline in milliseconds since 1970; facts that are not validated by then are not valid. Default: none.
 */
export function readMemory(area: WorkingArea, contracts: Contracts, deadline?: number): FactEntry[] {
  const { facts, successorsOf } = mapMemory(area, contracts, (file) => file, deadline)
  return facts.map((file) => ({ ...file, supersededBy: successorsOf(file.id) }))
}

/** As {@link readMemory}, for memories of which not everything has to be in memory at once. */
export function mapMemory<Kept>(
  area: WorkingArea,
  contracts: Contracts,
  toKept: (file: FactFile) => Kept,
  deadline?: number,
): Memory<Kept> {
  const successors = new Map<string, string[]>()
  const relativeFolder = relativePath(MEMORY_FOLDER)
  const ignored: IgnoredFact[] = []
  const facts = withExistingFolder(area, [MEMORY_FOLDER], (folder) => {
    const listed = wrapSystemErrors('list', relativePath(MEMORY_FOLDER), () => readdirSync(folder))
    // A writer creates the record before the fact, so the records are read after the facts were listed.
    return withRecords(area, (records) => {
      ignored.push(...ignoredFiles(listed, records).map(toIgnoredFact))
      const names = sortByNumber(listed.filter(isFactFile))
      const nameAt = (index: number): string => names[index] ?? ''
      return mapFiles(
        names.length,
        {
          // Not join(), which takes a twentieth of the whole command: the folder has no `..`.
          fileAt: (index) => folder + sep + nameAt(index),
          pathAt: (index) => `${relativeFolder}/${nameAt(index)}`,
          problemOf: ({ schema, bytes, value }, index) =>
            schema === FACT_CONTRACT
              ? factProblem(value as FactV1, bytes, idOf(nameAt(index)), records)
              : undefined,
          toKept: (validated, index, value) => {
            const id = idOf(nameAt(index))
            const fact = validated.schema === FACT_CONTRACT ? (value as FactV1 | undefined) : undefined
            if (typeof fact?.supersedes === 'string') addTo(successors, fact.supersedes, id)
            return toKept({ id, fact, ...validated })
          },
        },
        { contracts, deadline },
      )
    })
  })
  // A file that changed meanwhile is validated after the others.
  for (const ids of successors.values()) ids.sort((a, b) => numberOf(a) - numberOf(b))
  return { facts: facts ?? [], successorsOf: (id) => successors.get(id) ?? NONE, ignored }
}

const NONE: readonly string[] = []

function sortByNumber(files: readonly string[]): string[] {
  return files
    .map((file) => ({ file, number: numberOf(file) }))
    .sort((a, b) => a.number - b.number)
    .map(({ file }) => file)
}

function addTo(lists: Map<string, string[]>, key: string, item: string): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** With the path from the project's root. */
export const toIgnoredFact = ({ file, reason }: IgnoredFile): IgnoredFact => ({
  path: relativePath(MEMORY_FOLDER, file),
  reason,
})
