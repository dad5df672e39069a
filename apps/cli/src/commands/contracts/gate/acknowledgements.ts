import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import {
  compileSchema,
  type ContractChange,
  formatViolations,
  readFile,
  describeFsError,
} from '@workbench/contracts'

import { CannotRun } from '../../../exit-status.ts'

/** An undecided change that somebody has looked at and found harmless. */
export interface Acknowledgement {
  readonly contract: string
  /** Where the rule stands, as the change gives it; absent where the change gives none. */
  readonly after?: string
  /** What the change says: another change of the same rule is another one. */
  readonly message: string
  readonly reason: string
}

const text = { type: 'string' }

const format = compileSchema<readonly Acknowledgement[]>({
  type: 'array',
  items: {
    type: 'object',
    required: ['contract', 'message', 'reason'],
    properties: { contract: text, after: text, message: text, reason: text },
    additionalProperties: false,
  },
})

/** @throws {CannotRun} where the file is named and not there, or is not in the form. */
export function readAcknowledgements(
  named: string | undefined,
  directory: string,
  cwd: string,
): readonly Acknowledgement[] {
  const file = named === undefined ? join(directory, 'acknowledged.json') : resolve(cwd, named)
  if (named === undefined && !existsSync(file)) return []
  let bytes: Uint8Array
  try {
    bytes = readFile(file).bytes
  } catch (error) {
    throw new CannotRun(`Cannot read the acknowledged changes in ${file}: ${describeFsError(error)}`)
  }
  const verdict = format.validateText(bytes)
  if (!verdict.valid)
    throw new CannotRun(
      `${file} is no list of acknowledged changes:\n${formatViolations(verdict.violations)}`,
    )
  return JSON.parse(Buffer.from(bytes).toString()) as Acknowledgement[]
}

/** Only what is undecided can be acknowledged; what is proved to break stays broken. */
export const isAcknowledged = (change: ContractChange, reviewed: readonly Acknowledgement[]): boolean =>
  change.verdict === 'unknown' &&
  reviewed.some(
    ({ contract, after, message }) =>
      contract === change.contract && after === change.after && message === change.message,
  )
