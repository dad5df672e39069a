import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, lstatSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

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

const RECORD = /^(fact-\d{4,12})\.([0-9a-f]{64})(\.[0-9a-f-]{36}\.pending)?$/

const BASELINE_FILE = 'baseline'

/**
 * Numbers above this one that have no record do not raise the next number: otherwise a file fact-999999999999.json would
 * leave no number for the next fact.
 */
const MAX_UNRECORDED_NUMBER = 999_999_999

/** `<id>.<digest>` of each fact. */
export type FactRecords = ReadonlySet<string>

/** Reads the records; undefined if there are none, which means that no fact is checked. */
export function readRecords(area: WorkingArea): FactRecords | undefined {
  return withExistingFolder(area, [RECORDS_FOLDER], (folder) =>
    wrapSystemErrors('list', relativePath(RECORDS_FOLDER), () => recordsIn(folder)),
  )
}

/** The same for the open folder of the records. */
export function recordsIn(folder: string): FactRecords | undefined {
  const names = readdirSync(folder)
  if (names.length === 0) return undefined
  const records = names.flatMap((name) => recordOf(name) ?? [])
  return new Set([...records, ...baselineIn(folder)].map(({ id, digest }) => `${id}.${digest}`))
}

/** What is wrong with a fact that was not written by writeFact(), or was changed since; undefined for a correct one. */
export function recordMismatch(
  records: FactRecords | undefined,
  id: string,
  bytes: Uint8Array,
): string | undefined {
  return records?.has(`${id}.${digestOf(bytes)}`) === false
    ? 'it was not written by memory_write, or was changed afterwards; delete it, and write facts with memory_write'
    : undefined
}

/** Creates the baseline from the facts in the memory, unless there are records already. */
export function createBaseline(memory: string, folder: string, temporaryFolder: string): void {
  if (existsSync(join(folder, BASELINE_FILE)) || readdirSync(folder).length > 0) return
  const lines = readdirSync(memory)
    .filter((file) => isFactFile(file) && numberOf(file) <= MAX_UNRECORDED_NUMBER)
    .map((file) => [idOf(file), bytesOf(join(memory, file))] as const)
    .map(([id, bytes]) => (bytes ? `${id}.${digestOf(bytes)}\n` : ''))
  createFileAtomically(join(folder, BASELINE_FILE), lines.join(''), temporaryFolder)
}

/**
 * Creates the file of a fact with its record. Returns false and changes nothing if the number is taken.
 * @param create creates the file atomically, and returns whether it did
 */
export function withRecord(folder: string, id: string, text: string, create: () => boolean): boolean {
  const record = join(folder, `${id}.${digestOf(text)}`)
  const pending = `${record}.${randomUUID()}.pending`
  try {
    closeSync(openSync(pending, 'wx'))
    if (!create()) return false
    renameSync(pending, record)
    syncFolder(folder)
    return true
  } finally {
    rmSync(pending, { force: true })
  }
}

/** The highest number that was given, also to a fact that was deleted, or that a fact has. */
export function lastNumber(memory: string, folder: string): number {
  const recorded = readdirSync(folder).flatMap((name) => recordOf(name) ?? [])
  const given = [...recorded.filter(({ isPending }) => !isPending), ...baselineIn(folder)]
  const unrecorded = readdirSync(memory)
    .map(numberOf)
    .filter((number) => number <= MAX_UNRECORDED_NUMBER)
  return [...given.map(({ id }) => numberOf(id)), ...unrecorded]
    .filter((number) => number < MAX_NUMBER)
    .reduce((last, number) => Math.max(last, number), 0)
}

/** Why a file in the memory is not a fact, or is not counted; undefined for other files. */
export function ignoredNumber(file: string, records: FactRecords | undefined): string | undefined {
  if (!/^fact-\d+\.json$/.test(file)) return undefined
  if (!isFactFile(file)) return 'it is ignored, because the number of a fact has 4 to 12 digits; delete it'
  if (numberOf(file) <= MAX_UNRECORDED_NUMBER) return undefined
  const isRecorded = [...(records ?? [])].some((record) => record.startsWith(`${idOf(file)}.`))
  return isRecorded
    ? undefined
    : 'its number is too high to be continued, and does not count for the next number; delete it'
}

interface Record {
  readonly id: string
  readonly digest: string
  readonly isPending: boolean
}

function recordOf(name: string): Record | undefined {
  const [, id, digest, pending] = RECORD.exec(name) ?? []
  return id === undefined || digest === undefined
    ? undefined
    : { id, digest, isPending: pending !== undefined }
}

const baselineIn = (folder: string): Record[] =>
  String(bytesOf(join(folder, BASELINE_FILE)) ?? '')
    .split('\n')
    .flatMap((line) => recordOf(line) ?? [])

/** Undefined if the file is missing, cannot be read, or is a link. */
function bytesOf(path: string): Uint8Array | undefined {
  try {
    return lstatSync(path).isFile() ? readFile(path).bytes : undefined
  } catch {
    return undefined
  }
}
