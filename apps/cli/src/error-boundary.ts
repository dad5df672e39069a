import {
  ContractDirectoryError,
  isSystemError,
  describeFsError,
  SchemaError,
  UnknownContractError,
} from '@workbench/contracts'

import type { CommandContext } from './context.ts'
import { CannotRun, type ExitStatus } from './exit-status.ts'

/** Runs a command. Prints user errors and file system errors to stderr and returns 2; rethrows all other errors. */
export async function withErrorBoundary(
  command: () => Promise<ExitStatus>,
  context: Pick<CommandContext, 'stderr'>,
): Promise<ExitStatus> {
  try {
    return await command()
  } catch (error) {
    const message = userErrorMessage(error)
    if (message === undefined) throw error
    context.stderr.write(`workbench: ${message}\n`)
    return 2
  }
}

/** Undefined for a bug in this program. */
function userErrorMessage(error: unknown): string | undefined {
  if (isSystemError(error)) return `${error.path ?? 'the file system'}: ${describeFsError(error, 'write')}`
  if (!(error instanceof Error)) return undefined
  const isUserError = [CannotRun, SchemaError, UnknownContractError, ContractDirectoryError].some(
    (kind) => error instanceof kind,
  )
  return isUserError || isSystemError(error.cause) ? error.message : undefined
}
