import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  lstatSync,
  opendirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join, sep } from 'node:path'

import { readFile } from '@workbench/contracts'

import { createFileAtomically, syncFolder } from '../files/atomic-write.ts'
import { digestOf } from '../files/digest.ts'
import { withExistingFolder } from '../files/open-folder.ts'
import { wrapSystemErrors } from '../errors.ts'
import { relativePath, type WorkingArea } from '../working-area.ts'
import { idOf, isFactFile, MAX_NUMBER, numberOf } from './fact-file.ts'

/*
 * The records of writeFact(), in a folder beside the memory. A record is an empty file, so it is created atomically:
 *
 * - `fact-0007.<digest>.<uuid>.pending`: a writer is about to create this fact. It is created before the fact, so that a
 *   fact whose writer is killed is still known. If the fact is created by another process, it is deleted.
 * - `fact-0007.<digest>`: the fact was created. The pending record is renamed to it before writeFact() returns, and it is
 *   never deleted. Thus no number that was acknowledged is given again, even if the fact is deleted.
 *
 * The file `baseline` contains the facts that existed before the first record, with their digests. It is created once,
 * with link(2), and accepts the facts of older versions. As soon as there is a baseline or a record, each fact must have
 * a record or be in the baseline.
 */

export const RECORDS_FOLDER = 'records'

const COMPLETE_RECORD = /^fact-\d{4,12}\.[0-9a-f]{64}$/
const PENDING_RECORD = /^fact-\d{4,12}\.[0-9a-f]{64}\.[0-9a-f-]{36}\.pending$/

/** The length of the part of a pending record's name that the complete record does not have. */
const PENDING_LENGTH = '.00000000-0000-0000-0000-000000000000.pending'.length

export const BASELINE_FILE = 'baseline'

/**
 * Numbers above this one that have no record do not raise the next number: otherwise a file fact-999999999999.json would
 * leave no number for the next fact.
 */
const MAX_UNRECORDED_NUMBER = 999_999_999

/** The records of the facts. */
export interface FactRecords {
  /** Whether there is a record with this digest. */
  readonly has: (id: string, digest: string) => boolean
  /** Whether there is a record of this fact, with any digest. */
  readonly hasId: (id: string) => boolean
}

/**
 * Calls a function with the records, which it can use during the call; undefined if there are none, which means that no
 * fact is checked.
 */
export function withRecords<Result>(
  area: WorkingArea,
  use: (records: FactRecords | undefined) => Result,
): Result {
  const found = withExistingFolder(area, [RECORDS_FOLDER], (folder) => ({
    result: use(wrapSystemErrors('list', relativePath(RECORDS_FOLDER), () => recordsIn(folder))),
  }))
  return found ? found.result : use(undefined)
}

/** The same for the open folder of the records. */
export function recordsIn(folder: string): FactRecords | undefined {
  if (isEmpty(folder)) return undefined
  let others: ReadonlySet<string> | undefined
  let ids: ReadonlySet<string> | undefined
  return {
    // Most facts have a record of their own. It is looked up by its name, because a list of all takes as long and is large.
    has: (id, digest) => {
      const record = `${id}.${digest}`
      const isRecorded = (): boolean => existsSync(folder + sep + record)
      // A pending record can be renamed between the first look and the list.
      return isRecorded() || (others ??= otherRecords(folder)).has(record) || isRecorded()
    },
    hasId: (id) =>
      (ids ??= new Set(Array.from(allRecords(folder), (record) => record.slice(0, record.indexOf('.'))))).has(
        id,
      ),
  }
}

function isEmpty(folder: string): boolean {
  const directory = opendirSync(folder)
  try {
    return directory.readSync() === null
  } finally {
    directory.closeSync()
  }
}

/** `<id>.<digest>` of the facts that are being written, or are in the baseline. */
const otherRecords = (folder: string): ReadonlySet<string> =>
  new Set([
    ...readdirSync(folder)
      .filter((name) => PENDING_RECORD.test(name))
      .map((name) => name.slice(0, -PENDING_LENGTH)),
    ...baselineIn(folder),
  ])

const allRecords = (folder: string): string[] => [
  ...readdirSync(folder).filter((name) => COMPLETE_RECORD.test(name)),
  ...otherRecords(folder),
]

/** What is wrong with a fact that was not written by writeFact(), or was changed since; undefined for a correct one. */
export function recordMismatch(
  records: FactRecords | undefined,
  id: string,
  bytes: Uint8Array,
): string | undefined {
  return records?.has(id, digestOf(bytes)) === false
    ? 'it was not written by memory_write, or was changed afterwards; delete it, and write facts with memory_write'
    : undefined
}

/** Creates the baseline from the facts in the memory, unless there are records already. */
export function createBaseline(memory: string, folder: string, temporaryFolder: string): void {
  if (!isEmpty(folder)) return
  const lines = readdirSync(memory)
    .filter((file) => isFactFile(file) && numberOf(file) <= MAX_UNRECORDED_NUMBER)
    .map((file) => [idOf(file), bytesOf(join(memory, file))] as const)
    .map(([id, bytes]) => (bytes ? `${id}.${digestOf(bytes)}\n` : ''))
  createFileAtomically(join(folder, BASELINE_FILE), lines.join(''), temporaryFolder)
}

/** A fact that is written. */
interface NewFact {
  readonly id: string
  readonly text: string
  readonly path: string
}

/**
 * Creates the file of a fact with its record. Returns false and changes nothing if the number is taken. If the record
 * cannot be completed, for example because the disk is full, the file is deleted: without a record, it would be invalid.
 * @param create creates the file atomically, and returns whether it did
 */
export function withRecord(folder: string, { id, text, path }: NewFact, create: () => boolean): boolean {
  const record = join(folder, `${id}.${digestOf(text)}`)
  const pending = `${record}.${randomUUID()}.pending`
  try {
    closeSync(openSync(pending, 'wx'))
    if (!create()) return false
    try {
      renameSync(pending, record)
      syncFolder(folder)
    } catch (error) {
      rmSync(path, { force: true })
      throw error
    }
    return true
  } finally {
    rmSync(pending, { force: true })
  }
}

/** The highest number that was given, also to a fact that was deleted, or that a fact has. */
export function highestNumber(memory: string, folder: string): number {
  let last = 0
  const count = (number: number): void => {
    if (number < MAX_NUMBER && number > last) last = number
  }
  for (const list of [readdirSync(folder), baselineIn(folder)])
    for (const name of list) if (COMPLETE_RECORD.test(name)) count(numberOf(name.slice(0, name.indexOf('.'))))
  for (const name of readdirSync(memory)) if (numberOf(name) <= MAX_UNRECORDED_NUMBER) count(numberOf(name))
  return last
}

/** A file of the memory that is ignored when the number of the next fact is determined. */
export interface IgnoredFile {
  readonly file: string
  readonly reason: string
}

/** The files of the memory whose number memory_write does not continue, sorted by name. */
export function ignoredFiles(files: readonly string[], records: FactRecords | undefined): IgnoredFile[] {
  return files
    .filter((file) => NUMBERED.test(file))
    .flatMap((file) => {
      if (!isFactFile(file)) return [{ file, reason: WRONG_LENGTH }]
      if (numberOf(file) <= MAX_UNRECORDED_NUMBER || records?.hasId(idOf(file)) === true) return []
      return [{ file, reason: TOO_HIGH }]
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1))
}

const NUMBERED = /^fact-\d+\.json$/
const WRONG_LENGTH = 'it is ignored, because the number of a fact has 4 to 12 digits; delete it'
const TOO_HIGH = 'its number is too high to be continued, and does not count for the next number; delete it'

/** `<id>.<digest>` of the facts in the baseline. */
const baselineIn = (folder: string): string[] =>
  String(bytesOf(join(folder, BASELINE_FILE)) ?? '')
    .split('\n')
    .filter((line) => COMPLETE_RECORD.test(line))

/** Undefined if the file is missing, cannot be read, or is a link. */
function bytesOf(path: string): Uint8Array | undefined {
  try {
    return lstatSync(path).isFile() ? readFile(path).bytes : undefined
  } catch {
    return undefined
  }
}
