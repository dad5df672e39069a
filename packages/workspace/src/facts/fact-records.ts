import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { sep } from 'node:path'

import type { FactV1 } from '@workbench/contracts'

import { syncFolder } from '../files/atomic-write.ts'
import { digestOf } from '../files/digest.ts'
import { withExistingFolder } from '../files/open-folder.ts'
import { wrapSystemErrors } from '../errors.ts'
import { RECORDS_FOLDER, relativePath, type WorkingArea } from '../working-area.ts'
import { canonicalJson } from './canonical-json.ts'

/*
 * The records of the facts that were written on this machine, in a folder beside the memory. A record is an empty file
 * with the name `<id>.<digest>`, so it is created atomically. The digest is one of the value, so that a fact which git
 * stored with other line ends still has its record. A fact without a record was written on another machine.
 */

const RECORD = /^(fact-\d{4,20})\.[0-9a-f]{64}$/

/** The records of the facts. */
export interface FactRecords {
  /** Whether there is a record of this fact, with any digest. */
  readonly hasId: (id: string) => boolean
  /** Whether there is a record of this fact with this digest. */
  readonly has: (id: string, digest: string) => boolean
}

const NO_RECORDS: FactRecords = { hasId: () => false, has: () => false }

/** Calls a function with the records, which it can use during the call. */
export function withRecords<Result>(area: WorkingArea, use: (records: FactRecords) => Result): Result {
  const found = withExistingFolder(area, [RECORDS_FOLDER], (folder) => ({
    result: use(wrapSystemErrors('list', relativePath(RECORDS_FOLDER), () => recordsIn(folder))),
  }))
  return found ? found.result : use(NO_RECORDS)
}

/** The same for the open folder of the records. */
export function recordsIn(folder: string): FactRecords {
  const ids = new Set(readdirSync(folder).flatMap((name) => RECORD.exec(name)?.[1] ?? []))
  return {
    hasId: (id) => ids.has(id),
    has: (id, digest) => existsSync(`${folder}${sep}${id}.${digest}`),
  }
}

/** Records that a fact was written on this machine. */
export function createRecord(folder: string, id: string, fact: unknown): void {
  closeSync(openSync(`${folder}${sep}${id}.${digestOfFact(fact)}`, 'wx'))
  syncFolder(folder)
}

/** What is wrong with a fact that was written on this machine and changed since; undefined for a correct one. */
export function recordMismatch(
  records: FactRecords,
  id: string,
  fact: unknown,
  bytes: Uint8Array,
): string | undefined {
  if (!records.hasId(id)) return undefined
  // The records of earlier versions have the digest of the bytes.
  return records.has(id, digestOfFact(fact)) || records.has(id, digestOf(bytes))
    ? undefined
    : 'it was changed after memory_write had written it; restore it, or correct it by another fact that supersedes it'
}

/** Whether a fact is as memory_write wrote it on this machine. */
export const isRecordedFact = (area: WorkingArea, fact: FactV1, bytes: Uint8Array): boolean =>
  withRecords(
    area,
    (records) => records.hasId(fact.id) && recordMismatch(records, fact.id, fact, bytes) === undefined,
  )

const digestOfFact = (fact: unknown): string => digestOf(canonicalJson(fact))
