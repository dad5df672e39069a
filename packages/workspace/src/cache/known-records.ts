import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'

import { BASELINE_FILE, RECORDS_FOLDER } from '../facts/fact-records.ts'
import { digestOf } from '../files/digest.ts'
import { absolutePath, type WorkingArea } from '../working-area.ts'

/** The records on which the validity of the facts depends. */
export interface KnownRecords {
  /** Of the folder and of the baseline; undefined if it cannot tell whether a record was added or removed. */
  readonly state: string | undefined
  /** The highest number of a record. */
  readonly last: number
  /** Of all records up to this number: memory_write continues with higher numbers. */
  readonly digest: string
}

/**
 * The records as they are now, and whether those that were known are unchanged; there can be new ones.
 * @param isSettled whether a state of this age differs from that after a later change
 * @throws an error if the folder cannot be read, or is a link.
 */
export function readRecords(
  area: WorkingArea,
  known: KnownRecords | undefined,
  isSettled: (stat: Stats) => boolean,
): { readonly records: KnownRecords; readonly isSame: boolean } {
  const folder = absolutePath(area, RECORDS_FOLDER)
  const stats = [folder, join(folder, BASELINE_FILE)].map((path) =>
    lstatSync(path, { throwIfNoEntry: false }),
  )
  if (stats[0]?.isDirectory() === false) throw new Error('The records are not in a folder')
  const state = JSON.stringify(stats.map(stateOf))
  const settled = stats.every((stat) => !stat || isSettled(stat)) ? state : undefined
  if (known?.state === state) return { records: { ...known, state: settled }, isSame: true }
  const names = stats[0] ? readdirSync(folder).sort() : []
  const baseline = JSON.stringify(stateOf(stats[1]))
  const last = names.reduce((highest, name) => Math.max(highest, numberIn(name)), 0)
  const digest = (upTo: number): string =>
    digestOf(JSON.stringify([baseline, ...names.filter((name) => numberIn(name) <= upTo)]))
  const records = { state: settled, last, digest: digest(last) }
  return { records, isSame: known?.digest === digest(known?.last ?? 0) }
}

const stateOf = (stat: Stats | undefined): readonly number[] =>
  stat ? [stat.dev, stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs] : []

/** 0 for a name without a number, such as that of the baseline. */
const numberIn = (name: string): number => parseInt(name.slice('fact-'.length), 10) || 0
