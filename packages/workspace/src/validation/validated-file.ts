import type { Violation } from '@workbench/contracts'

import type { Advice } from '../advice/rule.ts'

/** A file of the working area and the verdict on it. */
export interface ValidatedFile {
  /** Relative to the project's root, with slashes. */
  readonly path: string
  /** Id of the contract that it was validated against; undefined if it names no known contract. */
  readonly schema: string | undefined
  readonly valid: boolean
  readonly violations: readonly Violation[]
  /** How many more violations there are, at least; absent if all are in `violations`. */
  readonly more?: number
  /** Why it could not be validated; absent if it could. */
  readonly problem?: string
  /** Time of the last modification; the epoch if the file could not be read. */
  readonly modified: Date
  readonly bytes: number
  /** Rules that a valid artifact does not follow; absent without any. */
  readonly advice?: readonly Advice[]
}

/** The entry for a file that was rejected without reading it. */
export const invalidFile = (path: string, problem: string): ValidatedFile => ({
  path,
  schema: undefined,
  valid: false,
  violations: [],
  problem,
  modified: new Date(0),
  bytes: 0,
})
