import {
  ContractDirectoryError,
  isSystemError,
  reasonOf,
  SchemaError,
  UnknownContractError,
} from '@workbench/contracts'

import { CannotRun, type ExitStatus } from './exit-status.ts'
import type { Terminal } from './terminal.ts'

/** Does the work of a command. Never throws for what a caller can mend: that is told on stderr, and the status is 2. */
export async function endingOf(
  work: () => Promise<ExitStatus>,
  terminal: Pick<Terminal, 'stderr'>,
): Promise<ExitStatus> {
  try {
    return await work()
  } catch (error) {
    const reason = mendable(error)
    if (reason === undefined) throw error
    terminal.stderr.write(`workbench: ${reason}\n`)
    return 2
  }
}

/** What a caller can mend, in words; undefined for a fault of this program. */
function mendable(error: unknown): string | undefined {
  if (isSystemError(error)) return `${error.path ?? 'the file system'}: ${reasonOf(error, 'write')}`
  if (!(error instanceof Error)) return undefined
  const isExpected = [CannotRun, SchemaError, UnknownContractError, ContractDirectoryError].some(
    (kind) => error instanceof kind,
  )
  return isExpected || isSystemError(error.cause) ? error.message : undefined
}
