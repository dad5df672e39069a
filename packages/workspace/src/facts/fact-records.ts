import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { FactV1 } from '@workbench/contracts'

import { attempt } from '../attempt.ts'
import { syncFolder } from '../files/atomic-write.ts'
import { digestOf } from '../files/digest.ts'
import { createGitFiles } from '../files/git-files.ts'
import { listFolder, withFolders } from '../files/open-folder.ts'
import { readValue } from '../files/read-value.ts'
import { pathInArea, RECORDS_FOLDER, type WorkingArea } from '../working-area.ts'
import { canonicalJson } from './canonical-json.ts'
import { MEMORY_FOLDER } from './fact-file.ts'
import { factsInGit } from './facts-in-git.ts'
import { type References, referencesOf } from './references.ts'
import { withdrawnId, withdrawnProblem } from './tombstone.ts'

/*
 * The records of the facts that this machine knows, in a folder beside the memory. A record is a file with the name
 * `<id>.<digest>`. The digest is one of the value, so that a fact which git stored with other line ends, or a formatter has
 * indented, still has its record. Its content is what the fact supersedes, or empty. A fact gets its record when memory_write
 * writes it or, if it came from elsewhere, when it is read first.
 */

const RECORD = /^(fact-\d{4,20})\.[0-9a-f]{64}$/

/** The records of the facts of a working area, which are read when they are needed. */
export class FactRecords {
  /** The ids of all facts that were read, whatever their files are called. */
  readonly read = new Set<string>()
  readonly #area: WorkingArea
  /** The facts that came from elsewhere, without a record. */
  readonly #added: FactV1[] = []
  #names: ReadonlyMap<string, readonly string[]> | undefined
  #isInGit: ReturnType<typeof factsInGit> | undefined
  #withdrawn: ReadonlySet<string | undefined> | undefined

  constructor(area: WorkingArea) {
    this.#area = area
  }

  /** The names of the records of each fact, by its id. */
  get names(): ReadonlyMap<string, readonly string[]> {
    if (this.#names) return this.#names
    const names = new Map<string, string[]>()
    for (const name of listFolder(this.#area, RECORDS_FOLDER)) {
      const id = RECORD.exec(name)?.[1]
      if (id !== undefined) names.set(id, [...(names.get(id) ?? []), name])
    }
    return (this.#names = names)
  }

  /** What is wrong with a fact that is valid by its contract: its name, or that it was changed since it was written. */
  problemOf(fact: FactV1, bytes: Uint8Array, id: string): string | undefined {
    this.read.add(fact.id)
    return fact.id === id
      ? this.#mismatch(fact, bytes)
      : `it is named ${id}, but its id is ${fact.id.slice(0, 60)}; give the file the name of its id`
  }

  /** Whether memory_write wrote a fact of the memory on this machine, or git brought it. */
  isKnown(fact: FactV1, bytes: Uint8Array): boolean {
    return (this.names.has(fact.id) || this.#hasGit(fact, bytes)) && this.#mismatch(fact, bytes) === undefined
  }

  /** What a fact superseded when it was recorded; empty if it is not known. */
  referencesOf(id: string): References {
    const records = (this.names.get(id) ?? []).map((name) => pathInArea(this.#area, RECORDS_FOLDER, name))
    return (
      records
        .map((file) => referencesOf(readValue(file, this.#area)))
        .find(({ supersedes }) => supersedes !== undefined) ?? {}
    )
  }

  /** Writes those that are missing. Never throws: a reader of the memory may have no permission; the next one tries again. */
  save(): void {
    if (this.#added.length === 0) return
    attempt(() => {
      withFolders(this.#area, [[RECORDS_FOLDER]], (folder) => {
        for (const fact of this.#added) writeRecord(folder, fact)
      })
      createGitFiles(this.#area)
    })
  }

  /** What is wrong with a fact that was changed since it was recorded; undefined for a correct one. */
  #mismatch(fact: FactV1, bytes: Uint8Array): string | undefined {
    const { id } = fact
    this.#withdrawn ??= new Set(listFolder(this.#area, MEMORY_FOLDER).map(withdrawnId))
    if (this.#withdrawn.has(id)) return withdrawnProblem(id)
    if (this.names.get(id)?.includes(nameOf(fact)) === true) return undefined
    // Git changes a fact if two branches gave one id to two facts.
    if (this.names.has(id) && !this.#hasGit(fact, bytes))
      return 'it was changed after memory_write had written it; restore it, or correct it by another fact that supersedes it'
    this.#added.push(fact)
    return undefined
  }

  /** Whether git has this content of the fact's file. */
  #hasGit({ id }: FactV1, bytes: Uint8Array): boolean {
    this.#isInGit ??= factsInGit(this.#area)
    return this.#isInGit(`${id}.json`, bytes)
  }
}

/** Records that a fact was written on this machine. If that fails, there is no record, which would report a deleted fact. */
export function createRecord(folder: string, fact: FactV1): void {
  try {
    writeRecord(folder, fact)
    syncFolder(folder)
  } catch (error) {
    rmSync(join(folder, nameOf(fact)), { force: true })
    throw error
  }
}

/** Another process may write the same record. */
function writeRecord(folder: string, fact: FactV1): void {
  const references = referencesOf(fact)
  const text = references.supersedes === undefined ? '' : JSON.stringify(references)
  writeFileSync(join(folder, nameOf(fact)), text)
}

const nameOf = (fact: FactV1): string => `${fact.id}.${digestOf(canonicalJson(fact))}`
