import {
  ContractDirectoryError,
  formatProblem,
  SchemaError,
  UnknownContractError,
} from '@workbench/contracts'
import { isSystemError, describeFsError } from '@workbench/contracts/internal'
import { GitError, ProjectRootError, UnsafePathError, WorkingAreaError } from '@workbench/workspace'

import type { CommandContext } from './context.ts'
import { writeError } from './output/write.ts'
import { CannotRun, type ExitStatus } from './exit-status.ts'

/** Runs a command. Prints user errors and file system errors to stderr and returns 2; rethrows all other errors. */
export async function withErrorBoundary(
  command: () => Promise<ExitStatus>,
  context: Pick<CommandContext, 'stderr'>,
): Promise<ExitStatus> {
  try {
    return await command()
  } catch (error) {
    const lines = userErrorLines(error)
    if (lines === undefined) throw error
    writeError(context.stderr, lines[0] ?? '', lines.slice(1))
    return 2
  }
}

/** Undefined for a bug in this program. */
export function userErrorLines(error: unknown): string[] | undefined {
  if (isSystemError(error)) return [`${error.path ?? 'the file system'}: ${describeFsError(error, 'write')}`]
  if (error instanceof WorkingAreaError) return [error.message]
  if (error instanceof CannotRun) return [error.message, ...error.details]
  if (error instanceof SchemaError) return error.problems.map(formatProblem)
  if (!(error instanceof Error)) return undefined
  // Its package is loaded only by one command.
  if (error.name === 'ModelSchemaError') return [error.message]
  const kinds = [UnknownContractError, ContractDirectoryError, GitError, ProjectRootError, UnsafePathError]
  const isUserError = kinds.some((kind) => error instanceof kind)
  return isUserError || isSystemError(error.cause) ? error.message.split('\n') : undefined
}
