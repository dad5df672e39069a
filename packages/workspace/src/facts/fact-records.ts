import { closeSync, openSync } from 'node:fs'
import { sep } from 'node:path'

import type { FactV1 } from '@workbench/contracts'

import { syncFolder } from '../files/atomic-write.ts'
import { digestOf } from '../files/digest.ts'
import { listFolder, withFolders } from '../files/open-folder.ts'
import { RECORDS_FOLDER, type WorkingArea } from '../working-area.ts'
import { canonicalJson } from './canonical-json.ts'
import { factsInGit } from './facts-in-git.ts'

/*
 * The records of the facts that this machine knows, in a folder beside the memory. A record is an empty file with the name
 * `<id>.<digest>`, so it is created atomically. The digest is one of the value, so that a fact which git stored with other
 * line ends, or a formatter has indented, still has its record. A fact gets its record when memory_write writes it or, if
 * it came from elsewhere, when it is read first.
 */

const RECORD = /^(.+)\.[0-9a-f]{64}$/

/** The records of the facts. */
export interface FactRecords {
  /** Whether there is a record of this fact, with any digest. */
  readonly hasId: (id: string) => boolean
  /** Whether there is a record of this fact with this digest. */
  readonly has: (id: string, digest: string) => boolean
  /** Whether git has this content of the fact's file. */
  readonly isInGit: (id: string, bytes: Uint8Array) => boolean
  /** The names of the records of facts that came from elsewhere. */
  readonly added: string[]
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
  const known = new Set(names)
  const ids = new Set(names.flatMap((name) => RECORD.exec(name)?.[1] ?? []))
  let isInGit: ReturnType<typeof factsInGit> | undefined
  return {
    hasId: (id) => ids.has(id),
    has: (id, digest) => known.has(`${id}.${digest}`),
    isInGit: (id, bytes) => (isInGit ??= factsInGit(area))(`${id}.json`, bytes),
    added: [],
  }
}

/** Records that a fact was written on this machine. */
export function createRecord(folder: string, id: string, fact: unknown): void {
  createFile(folder, nameOf(id, fact))
  syncFolder(folder)
}

/** Never throws: a reader of the memory may have no permission to write. */
function createRecords(area: WorkingArea, names: readonly string[]): void {
  try {
    withFolders(area, [[RECORDS_FOLDER]], (folder = '') => {
      for (const name of names) createFile(folder, name)
    })
  } catch {
    // The next reader tries again.
  }
}

/** Another process may have created the same record. */
function createFile(folder: string, name: string): void {
  closeSync(openSync(`${folder}${sep}${name}`, 'a'))
}

/** What is wrong with a fact that is valid by its contract: its name, or that it was changed since it was written. */
export const factProblem = (
  fact: FactV1,
  bytes: Uint8Array,
  id: string,
  records: FactRecords,
): string | undefined =>
  fact.id === id
    ? recordMismatch(records, id, fact, bytes)
    : `it is named ${id}, but its id is ${fact.id.slice(0, 60)}; give the file the name of its id`

/** What is wrong with a fact that was changed since it was recorded; undefined for a correct one. */
function recordMismatch(
  records: FactRecords,
  id: string,
  fact: unknown,
  bytes: Uint8Array,
): string | undefined {
  // The records of earlier versions have the digest of the bytes.
  if (records.has(id, digestOfFact(fact)) || records.has(id, digestOf(bytes))) return undefined
  // Git changes a fact if two branches gave one id to two facts.
  if (records.hasId(id) && !records.isInGit(id, bytes))
    return 'it was changed after memory_write had written it; restore it, or correct it by another fact that supersedes it'
  records.added.push(nameOf(id, fact))
  return undefined
}

/** Whether memory_write wrote a fact of the memory on this machine, or git brought it. */
export const isKnownFact = (area: WorkingArea, fact: FactV1, bytes: Uint8Array): boolean =>
  withRecords(
    area,
    (records) =>
      (records.hasId(fact.id) || records.isInGit(fact.id, bytes)) &&
      recordMismatch(records, fact.id, fact, bytes) === undefined,
  )

const nameOf = (id: string, fact: unknown): string => `${id}.${digestOfFact(fact)}`

const digestOfFact = (fact: unknown): string => digestOf(canonicalJson(fact))
