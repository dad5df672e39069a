import type { ContractChange } from '@workbench/compatibility'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { compileSchema, formatViolations } from '@workbench/contracts'
import { readFile, describeFsError } from '@workbench/contracts/internal'

import { CannotRun } from '../../exit-status.ts'

/**
 * A change with the verdict `unknown` that a reviewer found harmless, beside the reason. Another change of the same keyword
 * has another message.
 */
type Acknowledgement = Pick<ContractChange, 'contract' | 'after' | 'message'>

const text = { type: 'string' }

const FILE_FORMAT = {
  type: 'array',
  items: {
    type: 'object',
    required: ['contract', 'message', 'reason'],
    properties: { contract: text, after: text, message: text, reason: text },
    additionalProperties: false,
  },
}

/**
 * The acknowledged changes of the contracts in a directory; none without a file.
 * @throws {CannotRun} if the file is invalid.
 */
export function readAcknowledgements(directory: string): readonly Acknowledgement[] {
  const file = join(directory, 'acknowledged.json')
  if (!existsSync(file)) return []
  let bytes: Uint8Array
  try {
    bytes = readFile(file).bytes
  } catch (error) {
    throw new CannotRun(`Cannot read the acknowledged changes in ${file}: ${describeFsError(error)}`)
  }
  const verdict = compileSchema(FILE_FORMAT).validateText(bytes)
  if (!verdict.valid)
    throw new CannotRun(
      `${file} is not a valid list of acknowledged changes:`,
      formatViolations(verdict.violations, verdict).split('\n'),
    )
  return JSON.parse(Buffer.from(bytes).toString()) as Acknowledgement[]
}

/** Only an unknown change can be acknowledged, not a breaking one. */
export const isAcknowledged = (
  change: ContractChange,
  acknowledgements: readonly Acknowledgement[],
): boolean =>
  change.verdict === 'unknown' &&
  acknowledgements.some(
    ({ contract, after, message }) =>
      contract === change.contract && after === change.after && message === change.message,
  )
