import { isObject } from '@workbench/contracts'

import { readValue } from '../files/read-value.ts'
import type { WorkingArea } from '../working-area.ts'
import { factIdAt } from './fact-file.ts'
import { type References, referencesOf } from './references.ts'

/*
 * A withdrawn fact leaves a tombstone in the memory, a JSON file with the name `<id>.withdrawn-<time>`. The time is in the
 * name so that two branches can withdraw the same fact and be merged.
 */

/** What is left of a withdrawn fact. */
export interface Tombstone extends References {
  /** The day on which it was withdrawn, as `2026-01-31`. */
  readonly withdrawn: string
  readonly reason: string
}

const NAME = /^(fact-\d{4,20})\.withdrawn(?:-.*)?$/

/** The id of the fact whose tombstone has this file name; undefined for other files. */
export const withdrawnId = (name: string): string | undefined => NAME.exec(name)?.[1]

/** @param time in milliseconds since 1970 */
export const tombstoneName = (id: string, time: number): string =>
  factIdAt(time).replace('fact', `${id}.withdrawn`)

/** Undefined if the file does not say when and why the fact was withdrawn. */
export function readTombstone(file: string, area: WorkingArea): Tombstone | undefined {
  const value = readValue(file, area)
  const { withdrawn, reason } = isObject(value) ? value : {}
  return typeof withdrawn === 'string' && typeof reason === 'string'
    ? { withdrawn, reason, ...referencesOf(value) }
    : undefined
}

/** What is wrong with the file of a withdrawn fact. */
export const withdrawnProblem = (id: string): string => `${id} was withdrawn; delete this file`

/** What is wrong with a fact whose file was deleted. */
export const deletedProblem = (id: string): string =>
  `its file was deleted; restore it, or run: workbench facts withdraw ${id} --reason "..."`
