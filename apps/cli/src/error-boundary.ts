import {
  ContractDirectoryError,
  isSystemError,
  describeFsError,
  SchemaError,
  UnknownContractError,
} from '@workbench/contracts'

import { CannotRun, type ExitStatus } from './exit-status.ts'
import type { CommandContext } from './context.ts'

/** Does the work of a command. Never throws for what a caller can mend: that is told on stderr, and the status is 2. */
export async function withErrorBoundary(
  work: () => Promise<ExitStatus>,
  context: Pick<CommandContext, 'stderr'>,
): Promise<ExitStatus> {
  try {
    return await work()
  } catch (error) {
    const reason = userErrorMessage(error)
    if (reason === undefined) throw error
    context.stderr.write(`workbench: ${reason}\n`)
    return 2
  }
}

/** What a caller can mend, in words; undefined for a fault of this program. */
function userErrorMessage(error: unknown): string | undefined {
  if (isSystemError(error)) return `${error.path ?? 'the file system'}: ${describeFsError(error, 'write')}`
  if (!(error instanceof Error)) return undefined
  const isExpected = [CannotRun, SchemaError, UnknownContractError, ContractDirectoryError].some(
    (kind) => error instanceof kind,
  )
  return isExpected || isSystemError(error.cause) ? error.message : undefined
}
