import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'

import { type Contracts, type FactV1, readFile, type Violation } from '@workbench/contracts'

import { createFileAtomically } from './atomic-write.ts'
import { InvalidArtifactError, wrapSystemErrors } from './errors.ts'
import { type ValidatedFile, validateFile } from './validate-file.ts'
import {
  absolutePath,
  listFolder,
  makeFolder,
  relativePath,
  TEMPORARY_FOLDER,
  type WorkingArea,
} from './working-area.ts'

export const MEMORY_FOLDER = 'memory'
export const FACT_CONTRACT = 'fact.v1'
const FACT_FILE = /^(fact-(\d{4,12}))\.json$/

/** Whether a file name is `fact-` and a number of 4 to 12 digits, as `fact-0001.json`. */
export const isFactFile = (file: string): boolean => FACT_FILE.test(file)

/** A fact without its id and date, which {@link writeFact} sets. */
export interface FactDraft extends Omit<FactV1, 'schema' | 'producedBy' | 'id' | 'created'> {
  /** Name of the agent that writes it: the fact's `producedBy`. */
  readonly agent: string
}

interface WrittenFact {
  readonly id: string
  /** Relative to the project's root, with slashes. */
  readonly path: string
}

/**
 * Writes a fact under the next free number, atomically. Any number of processes may write at once without a lock:
 * link(2) fails if the name exists, so only one process gets a number and the others try the next one.
 * @param today the day that becomes `created`, as `2026-01-31`
 * @throws {InvalidArtifactError} if the fact is invalid, or if it refers to a fact that does not exist.
 * @throws {WorkingAreaError} if the file system rejects the operation.
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
    const fixed = { schema: FACT_CONTRACT, producedBy: agent, id }
    const fact = { ...fixed, ...members, ...fixed, created: today }
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

/** Facts are never deleted, so a reference that is valid now stays valid. */
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

/** A file of the memory and the verdict on it. */
export interface FactEntry extends ValidatedFile {
  readonly id: string
  /** The parsed fact; undefined if the file is not a valid fact. */
  readonly fact: FactV1 | undefined
  /** Ids of the facts that supersede it; empty if it is current. */
  readonly supersededBy: readonly string[]
}

/** Validates all facts, sorted by number. */
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

/** Undefined if the file was deleted after its validation. */
function parseFact(path: string): FactV1 | undefined {
  try {
    return JSON.parse(String(readFile(path).bytes)) as FactV1
  } catch {
    return undefined
  }
}
