import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'

import { type Contracts, type FactV1, readFile, type Violation } from '@workbench/contracts'

import { InvalidArtifactError, wrapSystemErrors } from './errors.ts'
import { type ValidatedFile, validateFile } from './validate-file.ts'
import { createFileAtomically } from './atomic-write.ts'
import {
  listFolder,
  makeFolder,
  absolutePath,
  relativePath,
  TEMPORARY_FOLDER,
  type WorkingArea,
} from './working-area.ts'

export const MEMORY_FOLDER = 'memory'
export const FACT_CONTRACT = 'fact.v1'
const FACT_FILE = /^(fact-(\d{4,12}))\.json$/

/** Whether a file's name is the number of a fact. */
export const isFactFile = (file: string): boolean => FACT_FILE.test(file)

/** A fact before it has a number and a date. */
export interface FactDraft extends Omit<FactV1, 'schema' | 'producedBy' | 'id' | 'created'> {
  /** Name of the agent that produces it. */
  readonly agent: string
}

export interface WrittenFact {
  readonly id: string
  /** From the project's root, with slashes. */
  readonly path: string
}

/**
 * Writes a fact under the next free number, whole or not at all. Any number of processes may do so at once: the name is
 * taken by a link that only one of them can make, so no number is given twice and no lock is left behind by a crash.
 * @param today the day that becomes `created`, as `2026-01-31`
 * @throws {InvalidArtifactError} where the fact breaks its contract, or refers to a fact that does not exist.
 * @throws {WorkingAreaError} where the file system refuses.
 */
export function writeFact(
  area: WorkingArea,
  contracts: Contracts,
  draft: FactDraft,
  today: string,
): WrittenFact {
  const contract = contracts.get(FACT_CONTRACT)
  const folder = makeFolder(area, MEMORY_FOLDER)
  const temporaryFolder = makeFolder(area, TEMPORARY_FOLDER)
  const { agent, ...members } = draft
  for (let number = lastNumber(area) + 1; ; number++) {
    const id = `fact-${String(number).padStart(4, '0')}`
    const given = { schema: FACT_CONTRACT, producedBy: agent, id }
    const fact = { ...given, ...members, ...given, created: today }
    const verdict = contract.validate(fact)
    const violations = verdict.valid ? unknownFacts(area, draft) : verdict.violations
    if (violations.length > 0) throw new InvalidArtifactError(violations)
    const path = join(folder, `${id}.json`)
    if (existsSync(path)) continue
    const text = `${JSON.stringify(fact, null, 2)}\n`
    const written = { id, path: relativePath(MEMORY_FOLDER, `${id}.json`) }
    if (wrapSystemErrors('write', written.path, () => createFileAtomically(path, text, temporaryFolder)))
      return written
  }
}

function lastNumber(area: WorkingArea): number {
  const numbers = listFolder(area, MEMORY_FOLDER).map(numberOf)
  return numbers.reduce((last, number) => Math.max(last, number), 0)
}

/** Facts are never taken away, so one that exists now will still exist when this one does. */
function unknownFacts(area: WorkingArea, { supersedes, links = [] }: FactDraft): Violation[] {
  const references = [
    ...(typeof supersedes === 'string' ? [{ path: '/supersedes', id: supersedes }] : []),
    ...links.map((id, index) => ({ path: `/links/${index}`, id })),
  ]
  return references
    .filter(({ id }) => !isFact(area, id))
    .map(({ path, id }) => ({
      path,
      keyword: 'reference',
      message: `Expected the id of a fact that exists; received ${JSON.stringify(id.slice(0, 60))}`,
      expected: 'the id of a fact that exists',
      received: id.slice(0, 60),
    }))
}

const isFact = (area: WorkingArea, id: string): boolean =>
  FACT_FILE.test(`${id}.json`) &&
  (lstatSync(absolutePath(area, MEMORY_FOLDER, `${id}.json`), { throwIfNoEntry: false })?.isFile() ?? false)

/** A fact in the memory. */
export interface FactEntry extends ValidatedFile {
  readonly id: string
  /** The fact itself, where it is valid. */
  readonly fact: FactV1 | undefined
  /** Ids of the facts that replace it; none where it is current. */
  readonly supersededBy: readonly string[]
}

/** Every fact, in the order of their numbers, with what has replaced it. */
export function readMemory(area: WorkingArea, contracts: Contracts): FactEntry[] {
  const facts = listFolder(area, MEMORY_FOLDER)
    .filter((file) => FACT_FILE.test(file))
    .sort((a, b) => numberOf(a) - numberOf(b))
    .map((file) => readFact(area, file, contracts))
  return facts.map((entry) => ({
    ...entry,
    supersededBy: facts.filter(({ fact }) => fact?.supersedes === entry.id).map(({ id }) => id),
  }))
}

const numberOf = (file: string): number => Number(FACT_FILE.exec(file)?.[2] ?? 0)

function readFact(area: WorkingArea, file: string, contracts: Contracts): Omit<FactEntry, 'supersededBy'> {
  const path = absolutePath(area, MEMORY_FOLDER, file)
  const validated = validateFile(path, relativePath(MEMORY_FOLDER, file), contracts)
  const isFact = validated.valid && validated.schema === FACT_CONTRACT
  return {
    id: file.slice(0, -'.json'.length),
    fact: isFact ? parseFact(path) : undefined,
    ...validated,
  }
}

/** Undefined where somebody has just taken it away. */
function parseFact(path: string): FactV1 | undefined {
  try {
    return JSON.parse(String(readFile(path).bytes)) as FactV1
  } catch {
    return undefined
  }
}
