import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { compileSchema, type ContractChange, formatViolations } from '@workbench/contracts'

import { CannotRun } from '../../../exit-status.ts'

/** An undecided change that somebody has looked at and found harmless. */
export interface Acknowledgement {
  readonly contract: string
  /** Where the rule stands, as a change gives it in `after`. */
  readonly after: string
  readonly reason: string
}

const format = compileSchema<readonly Acknowledgement[]>({
  type: 'array',
  items: {
    type: 'object',
    required: ['contract', 'after', 'reason'],
    properties: { contract: { type: 'string' }, after: { type: 'string' }, reason: { type: 'string' } },
    additionalProperties: false,
  },
})

/** @throws {CannotRun} where the file is named and not there, or is not in the form. */
export function readAcknowledgements(
  named: string | undefined,
  directory: string,
): readonly Acknowledgement[] {
  const file = named ?? join(directory, 'acknowledged.json')
  if (named === undefined && !existsSync(file)) return []
  let text: Uint8Array
  try {
    text = readFileSync(file)
  } catch (error) {
    throw new CannotRun(`Cannot read the acknowledged changes: ${(error as Error).message}`)
  }
  const verdict = format.validateText(text)
  if (!verdict.valid)
    throw new CannotRun(
      `${file} is no list of acknowledged changes:\n${formatViolations(verdict.violations)}`,
    )
  return JSON.parse(Buffer.from(text).toString()) as Acknowledgement[]
}

/** Only what is undecided can be acknowledged; what is proved to break stays broken. */
export const isAcknowledged = (change: ContractChange, reviewed: readonly Acknowledgement[]): boolean =>
  change.verdict === 'unknown' &&
  reviewed.some(({ contract, after }) => contract === change.contract && after === change.after)
