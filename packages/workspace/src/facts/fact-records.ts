import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { sep } from 'node:path'

import type { FactV1 } from '@workbench/contracts'

import { syncFolder } from '../files/atomic-write.ts'
import { digestOf } from '../files/digest.ts'
import { listFolder, withFolders } from '../files/open-folder.ts'
import { pathInArea, RECORDS_FOLDER, type WorkingArea } from '../working-area.ts'
import { canonicalJson } from './canonical-json.ts'
import { MEMORY_FOLDER } from './fact-file.ts'
import { factsInGit } from './facts-in-git.ts'
import { readValue, type References, referencesOf } from './references.ts'
import { withdrawnId, withdrawnProblem } from './tombstone.ts'

/*
 * The records of the facts that this machine knows, in a folder beside the memory. A record is a file with the name
 * `<id>.<digest>`. The digest is one of the value, so that a fact which git stored with other line ends, or a formatter has
 * indented, still has its record. Its content is what the fact supersedes, or empty. A fact gets its record when memory_write
 * writes it or, if it came from elsewhere, when it is read first.
 */

const RECORD = /^(fact-\d{4,20})\.[0-9a-f]{64}$/

/** The records of the facts. */
export interface FactRecords {
  /** The names of the records of each fact, by its id. */
  readonly names: ReadonlyMap<string, readonly string[]>
  /** Whether there is a record of this fact with this digest. */
  readonly has: (id: string, digest: string) => boolean
  /** Whether git has this content of the fact's file. */
  readonly isInGit: (id: string, bytes: Uint8Array) => boolean
  readonly isWithdrawn: (id: string) => boolean
  /** The facts that came from elsewhere, without a record. */
  readonly added: FactV1[]
  /** The ids of all facts that were read, whatever their files are called. */
  readonly read: Set<string>
}

/** Calls a function with the records, and adds those of the facts that it reads first. */
export function withRecords<Result>(area: WorkingArea, use: (records: FactRecords) => Result): Result {
  const records = factRecords(area, listFolder(area, RECORDS_FOLDER))
  const result = use(records)
  if (records.added.length > 0) createRecords(area, records.added)
  return result
}

/** @param names the names in the folder of the records */
function factRecords(area: WorkingArea, names: readonly string[]): FactRecords {
  const byId = new Map<string, string[]>()
  for (const name of names) {
    const id = recordedId(name)
    if (id !== undefined) byId.set(id, [...(byId.get(id) ?? []), name])
  }
  let isInGit: ReturnType<typeof factsInGit> | undefined
  let withdrawn: Set<string | undefined> | undefined
  return {
    names: byId,
    has: (id, digest) => byId.get(id)?.includes(`${id}.${digest}`) === true,
    isInGit: (id, bytes) => (isInGit ??= factsInGit(area))(`${id}.json`, bytes),
    isWithdrawn: (id) => (withdrawn ??= new Set(listFolder(area, MEMORY_FOLDER).map(withdrawnId))).has(id),
    added: [],
    read: new Set(),
  }
}

/** Records that a fact was written on this machine. If that fails, there is no record, which would report a deleted fact. */
export function createRecord(folder: string, fact: FactV1): void {
  try {
    writeRecord(folder, fact)
    syncFolder(folder)
  } catch (error) {
    rmSync(recordOf(folder, fact), { force: true })
    throw error
  }
}

/** Never throws: a reader of the memory may have no permission to write. */
function createRecords(area: WorkingArea, facts: readonly FactV1[]): void {
  try {
    withFolders(area, [[RECORDS_FOLDER]], (folder) => {
      for (const fact of facts) writeRecord(folder, fact)
    })
  } catch {
    // The next reader tries again.
  }
}

/** Another process may write the same record. */
function writeRecord(folder: string, fact: FactV1): void {
  const references = referencesOf(fact)
  const file = openSync(recordOf(folder, fact), 'w')
  try {
    if (references.supersedes !== undefined) writeSync(file, JSON.stringify(references))
  } finally {
    closeSync(file)
  }
}

const recordOf = (folder: string, fact: FactV1): string => `${folder}${sep}${fact.id}.${digestOfFact(fact)}`

/** What a fact superseded when it was recorded, by the names of its records; empty if it is not known. */
export const recordedReferences = (area: WorkingArea, names: readonly string[]): References =>
  names
    .map((name) => referencesOf(readValue(pathInArea(area, RECORDS_FOLDER, name), area)))
    .find(({ supersedes }) => supersedes !== undefined) ?? {}

/** The id of the fact that has a record of this name; undefined for other names. */
export const recordedId = (name: string): string | undefined => RECORD.exec(name)?.[1]

/** What is wrong with a fact that is valid by its contract: its name, or that it was changed since it was written. */
export function factProblem(
  fact: FactV1,
  bytes: Uint8Array,
  id: string,
  records: FactRecords,
): string | undefined {
  records.read.add(fact.id)
  return fact.id === id
    ? recordMismatch(records, fact, bytes)
    : `it is named ${id}, but its id is ${fact.id.slice(0, 60)}; give the file the name of its id`
}

/** What is wrong with a fact that was changed since it was recorded; undefined for a correct one. */
function recordMismatch(records: FactRecords, fact: FactV1, bytes: Uint8Array): string | undefined {
  const { id } = fact
  if (records.isWithdrawn(id)) return withdrawnProblem(id)
  // The records of earlier versions have the digest of the bytes.
  if (records.has(id, digestOfFact(fact)) || records.has(id, digestOf(bytes))) return undefined
  // Git changes a fact if two branches gave one id to two facts.
  if (records.names.has(id) && !records.isInGit(id, bytes))
    return 'it was changed after memory_write had written it; restore it, or correct it by another fact that supersedes it'
  records.added.push(fact)
  return undefined
}

/** Whether memory_write wrote a fact of the memory on this machine, or git brought it. */
export const isKnownFact = (area: WorkingArea, fact: FactV1, bytes: Uint8Array): boolean =>
  withRecords(
    area,
    (records) =>
      (records.names.has(fact.id) || records.isInGit(fact.id, bytes)) &&
      recordMismatch(records, fact, bytes) === undefined,
  )

const digestOfFact = (fact: unknown): string => digestOf(canonicalJson(fact))
