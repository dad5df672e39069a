import { lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { type Contracts, escapeText, type FactV1, type Violation } from '@workbench/contracts'

import { InvalidArtifactError, wrapSystemErrors } from '../errors.ts'
import { createFileAtomically } from '../files/atomic-write.ts'
import { withLock } from '../files/file-lock.ts'
import { createGitFiles } from '../files/git-files.ts'
import { listFolder, withFolders } from '../files/open-folder.ts'
import { RECORDS_FOLDER, areaPath, TEMPORARY_FOLDER, type WorkingArea } from '../working-area.ts'
import { FACT_CONTRACT, factIdAt, isFactId, MEMORY_FOLDER } from './fact-file.ts'
import { createRecord } from './fact-records.ts'
import { findContradictions } from './contradictions.ts'
import { type FactEntry, readMemory } from './read-memory.ts'
import { withdrawnId } from './tombstone.ts'

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
 * Writes a fact under an id that is made from the time, atomically. Any number of processes may write at once: link(2)
 * fails if the name exists, so only one process gets an id and the others try the next one. A fact that supersedes
 * another one is written under a lock, so that each fact has one successor.
 * @param today the day that becomes `created`, as `2026-01-31`
 * @throws {InvalidArtifactError} if the fact is invalid, if it refers to a fact that does not exist, or if it supersedes
 * a fact that is superseded already.
 * @throws {UnsafePathError} if the path contains a link.
 * @throws {WorkingAreaError} if the file system rejects the operation.
 */
export function writeFact(
  area: WorkingArea,
  contracts: Contracts,
  draft: FactDraft,
  today: string,
): WrittenFact {
  const { supersedes } = draft
  const folders = [[MEMORY_FOLDER], [RECORDS_FOLDER], [TEMPORARY_FOLDER]]
  const written = withFolders(area, folders, (memory, records, temporary) => {
    const write = (check?: () => void): WrittenFact => {
      const factWith = newFact(area, memory, contracts, draft, today)
      for (let time = Date.now(); ; time++) {
        const id = factIdAt(time)
        const file = join(memory, `${id}.json`)
        const path = areaPath(MEMORY_FOLDER, `${id}.json`)
        const fact = factWith(id)
        const text = `${JSON.stringify(fact, null, 2)}\n`
        const create = () => createFileAtomically(file, text, temporary, check)
        if (!wrapSystemErrors('write', path, create)) continue
        try {
          createRecord(records, fact)
        } catch (error) {
          rmSync(file, { force: true })
          throw error
        }
        return { id, path }
      }
    }
    return wrapSystemErrors('write', areaPath(MEMORY_FOLDER), () =>
      typeof supersedes === 'string' && isFact(memory, supersedes)
        ? withLock(temporary, `superseding-${supersedes}`, write)
        : write(),
    )
  })
  createGitFiles(area)
  return written
}

/**
 * The valid fact of a draft, by its id.
 * @param memory path of the open folder
 */
function newFact(
  area: WorkingArea,
  memory: string,
  contracts: Contracts,
  { agent, ...members }: FactDraft,
  today: string,
): (id: string) => FactV1 {
  const { supersedes, links = [] } = members
  const entries = typeof supersedes === 'string' ? readMemory(area, contracts) : []
  const references = referenceViolations(area, memory, entries, members)
  // The fact settles a contradiction if it links to those that it does not supersede.
  const others = findContradictions(entries, today).find((ids) => ids.some((id) => id === supersedes)) ?? []
  const settling = new Set([...links, ...others.filter((id) => id !== supersedes)])
  const factWith = (id: string): FactV1 => {
    const fixed = { schema: FACT_CONTRACT, producedBy: agent, id } as const
    const settled = others.length > 0 && { links: [...settling] }
    return { ...fixed, ...members, ...settled, ...fixed, created: today }
  }
  const verdict = contracts.get(FACT_CONTRACT).validate(factWith(factIdAt(0)))
  const violations = verdict.valid ? references : verdict.violations
  if (violations.length > 0) throw new InvalidArtifactError(violations, verdict.valid ? 0 : verdict.more)
  return factWith
}

/** The violations of the members that refer to other facts. */
function referenceViolations(
  area: WorkingArea,
  memory: string,
  entries: readonly FactEntry[],
  { supersedes, links = [] }: Pick<FactDraft, 'supersedes' | 'links'>,
): Violation[] {
  const references = [
    ...(typeof supersedes === 'string' ? [{ path: '/supersedes', id: supersedes }] : []),
    ...links.map((id, index) => ({ path: `/links/${index}`, id })),
  ]
  const unknown = references
    .filter(({ id }) => !isFact(memory, id))
    .map(({ path, id }) => ({
      path,
      keyword: 'reference',
      message: `Expected the id of a fact that exists; received "${escapeText(id.slice(0, 60))}"${noteOn(area, id)}`,
      expected: 'the id of a fact that exists',
      received: id.slice(0, 60),
    }))
  if (typeof supersedes !== 'string' || unknown.length > 0) return unknown
  const entry = entries.find(({ id }) => id === supersedes)
  const successor = entry?.supersededBy.find((id) => isFact(memory, id))
  return successor === undefined ? [] : [alreadySuperseded(supersedes, successor)]
}

const noteOn = (area: WorkingArea, id: string): string =>
  listFolder(area, MEMORY_FOLDER).some((name) => withdrawnId(name) === id)
    ? ', which was withdrawn; omit it, or name the fact that it superseded'
    : ''

const alreadySuperseded = (id: string, successor: string): Violation => ({
  path: '/supersedes',
  keyword: 'reference',
  message: `Expected the id of a current fact; ${id} is superseded by ${successor}: read it, and supersede it instead if it is wrong`,
  expected: 'the id of a current fact',
  received: id,
  suggestion: successor,
})

const isFact = (memory: string, id: string): boolean =>
  isFactId(id) && (lstatSync(join(memory, `${id}.json`), { throwIfNoEntry: false })?.isFile() ?? false)
